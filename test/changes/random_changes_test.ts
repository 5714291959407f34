import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ids } from "../tools/_plan.ts";
import { aLife, closed, keysOf, type Life, live, takeBack } from "./_changed_life.ts";
import { planDifference } from "./plans/_plan_difference.ts";
import { CHANGES, MANNERS, sequences, type Step } from "./_random_changes.ts";

const RUNS = 60;
const STEPS = 25;
const SEED = 20_260_315;

const READS = [
  ["find_transactions", { limit: 200 }],
  ["find_transactions", { group_by: "category" }],
  ["list_accounts", {}],
  ["list_scheduled_transactions", { until: "2026-12-31" }],
  ["list_category_groups", {}],
  ["get_category_balances", {}],
] as const;

Deno.test("random changes do what they report and can be undone", async () => {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(sequences(STEPS), async (steps: readonly Step[]) => {
      const life = aLife(count);
      for (const step of steps) await live(step, life);
      await assertCopyIsWhole(life);
      await assertWayBack(life);
      await assertCopyIsWhole(life);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // A property that never comes to its point would hold of anything.
  for (const kind of CHANGES) assert(counts.has(kind), `${kind} was never applied`);
  for (const manner of MANNERS) {
    const isGood = ["yes", "twice", "justInTime", "moved"].includes(manner);
    const what = `${manner} ${isGood ? "taken" : "refused"}`;
    assert(manner === "no" || counts.has(what), `there was never: ${what}`);
  }
  assert(counts.has("moved refused"), "no plan ever moved under a preview");
});

/** Takes everything back in reverse; only what others touched may be another now. */
async function assertWayBack(life: Life): Promise<void> {
  const { world, start } = life;
  const entries = await world.journal.entries(ids.plan);
  for (const { state, isUndoable, operationId } of entries) {
    if (state === "applied" && isUndoable) await takeBack(operationId, life);
  }
  const touched = closed(life);
  const different = planDifference(start, world.records());
  assertEquals(keysOf(different).filter((key) => !touched.has(key)), []);
}

/** A copy that has lived through it reads like one that is made now. */
async function assertCopyIsWhole({ world }: Life): Promise<void> {
  world.pass(31);
  for (const [name, args] of READS) {
    const asked = { plan_id: ids.plan, ...args };
    const [own, full] = [await world.call(name, asked), await world.readAnew(name, asked)];
    assertEquals(own.isError, false, own.text);
    assertEquals(linesOf(own.text), linesOf(full.text), name);
  }
}

/** A category that has moved to another group has no place in it that counts. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").sort();
}
