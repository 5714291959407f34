import { assertEquals } from "@std/assert";
import { caseNamed, type FaultCase } from "./faults/_fault_cases.ts";
import { prepared } from "./faults/_fault_run.ts";
import { aFaultWorld } from "./faults/_fault_world.ts";

/** Reads each step's outcomes from the journal while the response to the nth write is held. */
async function journalAt(faultCase: FaultCase, nth: number): Promise<readonly string[]> {
  await using world = await aFaultWorld("in process");
  const call = await prepared(world, faultCase);
  const hold = world.upstream.holdWrite(nth, "before it is answered");
  const running = world.call(call);
  await hold.reached;
  const entry = await world.latest();
  hold.release();
  await running;
  return entry?.steps.map(({ targets }) =>
    [...new Set(targets.map(({ outcome }) => outcome))].join()
  ) ?? [];
}

const kinds: readonly (readonly [name: string, seen: readonly (readonly string[])[]])[] = [
  ["move_money", [["unknown", "unknown"], ["unknown", "unknown"]]],
  ["reconcile_account with a correction", [["unknown", "unknown"], ["unknown", "unknown"]]],
  [
    "undo_operation of create_transactions",
    [
      ["unknown", "unknown", "unknown"],
      ["done", "unknown", "unknown"],
      ["done", "done", "unknown"],
    ],
  ],
];

for (const [name, seen] of kinds) {
  Deno.test(`while ${name} runs, the journal records every write that may have been applied`, async () => {
    const faultCase = caseNamed(name);
    for (const [at, said] of seen.entries()) {
      assertEquals(await journalAt(faultCase, at + 1), said);
    }
  });
}
