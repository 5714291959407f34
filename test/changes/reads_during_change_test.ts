import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { FaultRule } from "../../demo/faults.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { idOf } from "../tools/_plan.ts";
import { caseNamed, casesPerOperation, type FaultCase } from "./faults/_fault_cases.ts";
import { prepared } from "./faults/_fault_run.ts";
import type { HoldPlace } from "./faults/_fault_upstream.ts";
import { aFaultWorld, type FaultWorld, freshAnswers, planReads } from "./faults/_fault_world.ts";
import { withoutRandomIds } from "./plans/_plan_text.ts";

/** Seconds after which the cache is stale. */
const LATER_S = 31;
const PLACES: readonly HoldPlace[] = ["before it is applied", "before it is answered"];

/** Ignores the order of categories, because a delta doesn't contain a moved category's position. */
const textOf = ({ structured, text }: ToolReply): string =>
  withoutRandomIds(JSON.stringify(structured === null ? text : inOrderOfIds(structured)));

function inOrderOfIds(answer: Readonly<Record<string, unknown>>): object {
  const categories = answer["categories"] as { readonly category_id: string }[] | undefined;
  if (categories === undefined) return answer;
  const sorted = categories.toSorted((one, other) => one.category_id < other.category_id ? -1 : 1);
  return { ...answer, categories: sorted };
}

/** Reads the plan's current state through a new server with an empty cache. */
async function readAfresh(world: FaultWorld): Promise<readonly string[]> {
  return (await freshAnswers(world)).map(textOf);
}

async function readCached(world: FaultWorld): Promise<readonly string[]> {
  return (await Promise.all(planReads.map((call) => world.call(call)))).map(textOf);
}

interface Seen {
  readonly before: readonly string[];
  /** Results of reads made while a write was held back and the cache was fresh. */
  readonly within: readonly string[];
  /** Results of reads made while a write was held back and the cache was stale. */
  readonly during: readonly string[];
  readonly after: readonly string[];
  readonly status: unknown;
  /** Number of writes that the change makes. */
  readonly writes: number;
}

/**
 * Reads the plan at three stages: before a change, while one of the change's writes is held back,
 * and after the change.
 */
async function readWhileHeld(
  faultCase: FaultCase,
  { nth, place, faults = [] }: {
    readonly nth: number;
    readonly place: HoldPlace;
    readonly faults?: readonly FaultRule[];
  },
): Promise<Seen> {
  await using world = await aFaultWorld("in process");
  const call = await prepared(world, faultCase);
  const before = await readAfresh(world);
  await readCached(world);
  world.upstream.setFaults(faults);
  world.upstream.takeEnded();
  const hold = world.upstream.holdWrite(nth, place);
  const running = world.call(call);
  await hold.reached;
  const within = await readCached(world);
  world.pass(LATER_S);
  const reading = readCached(world);
  await world.upstream.untilIdle();
  hold.release();
  const { structured } = await running;
  const during = await reading;
  world.upstream.setFaults([]);
  const writes = world.upstream.takeEnded().filter(({ isWrite }) => isWrite).length;
  const after = await readAfresh(world);
  return { before, within, during, after, status: structured?.["status"], writes };
}

for (const [at, faultCase] of casesPerOperation.entries()) {
  /**
   * Alternates between holding back a write before it is applied and holding back its response
   * afterward.
   */
  const placeOf = (nth: number): HoldPlace =>
    (at + nth) % 2 === 0 ? "before it is applied" : "before it is answered";

  Deno.test(`reads show either all or none of ${faultCase.name}, and include concurrent edits`, async () => {
    let writes = 1;
    for (let nth = 1; nth <= writes; nth++) {
      const seen = await readWhileHeld(faultCase, { nth, place: placeOf(nth) });
      assertEquals(seen.status, "applied");
      assertEquals(seen.within, seen.before);
      assertEquals(seen.during, seen.after);
      writes = seen.writes;
    }
    const place = at % 3 === 0 ? "after its answer" : placeOf(0);
    const { kept, afresh } = await editAround(faultCase, { place, writes });
    assertEquals(kept, afresh);
    assert(kept[0]?.includes("somebody else"), "the other client's edit is missing");
  });
}

Deno.test("reads never show a move_money change that is rolled back", async () => {
  const moving = caseNamed("move_money");
  for (const place of PLACES) {
    const then = { status: 500 } as const;
    const faults = [{ operation: "updateMonthCategory", nth: 2, times: 3, then }] as const;
    const seen = await readWhileHeld(moving, { nth: 2, place, faults });
    assertEquals(seen.status, "uncertain");
    assertEquals([seen.within, seen.during], [seen.before, seen.before]);
  }
});

/** Edits the plan as another client would, before, during or after the last write, then reads. */
async function editAround(
  faultCase: FaultCase,
  { place, writes }: {
    readonly place: HoldPlace | "after its answer";
    readonly writes: number;
  },
): Promise<{ readonly kept: readonly string[]; readonly afresh: readonly string[] }> {
  await using world = await aFaultWorld("in process");
  const call = await prepared(world, faultCase);
  const before = await readCached(world);
  const isHeld = place !== "after its answer";
  const hold = isHeld ? world.upstream.holdWrite(writes, place) : null;
  const running = world.call(call);
  await (hold?.reached ?? running);
  editElsewhere(world);
  hold?.release();
  assertEquals((await running).structured?.["status"], "applied");
  // If the change itself read data after the edit, wait until that data is no longer fresh.
  if (world.upstream.takeEnded().at(-1)?.isWrite === false) world.pass(LATER_S);
  const kept = await readCached(world);
  assertNotEquals(kept, before);
  return { kept, afresh: await readAfresh(world) };
}

/**
 * Adds a transaction, and edits a memo and an assigned amount. The fault cases that this file runs
 * don't change any of these.
 */
function editElsewhere({ upstream }: FaultWorld): void {
  upstream.edit((plan) => {
    const [first] = plan.transactions;
    if (first === undefined) throw new Error("There is no row");
    const id = idOf("ee");
    plan.transactions.push({ ...first, id, amount: -1_230, memo: "somebody else" });
    for (const row of plan.transactions) if (row.id === idOf("72")) row.memo = "somebody else";
    plan.assignments.get("2026-03-01")?.set(idOf("c1"), 999_000);
  });
}
