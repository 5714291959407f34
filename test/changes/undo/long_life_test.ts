import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords } from "../../../demo/model/records.ts";
import { figuresOn } from "../../demo/_figures.ts";
import { ids, TODAY } from "../../tools/_plan.ts";
import { aLife, live, takeBack } from "../_changed_life.ts";
import { aStep, CHANGES, type Step } from "../_random_changes.ts";
import { assertRestored } from "../plans/_restored_plan.ts";

/** For the long form: `LIFE_STEPS=500 LIFE_SEEDS=10`. */
const STEPS = Number(Deno.env.get("LIFE_STEPS") ?? 80);
const SEEDS = Number(Deno.env.get("LIFE_SEEDS") ?? 2);

/** What upstream can't take back at all, which is said before the yes. */
const NO_WAY_BACK: readonly string[] = [
  "approve_transactions",
  "create_category",
  "create_category_group",
  "import_transactions",
  "split_transaction",
];

const WITH_WAY_BACK = CHANGES.filter((kind) => !NO_WAY_BACK.includes(kind));

for (let seed = 1; seed <= SEEDS; seed++) {
  Deno.test(`${STEPS} changes and undos neither lose nor create money, seed ${seed}`, async () => {
    const counts = new Map<string, number>();
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const life = aLife(count);
    const { world, start } = life;
    for (const step of stepsOf(seed, WITH_WAY_BACK)) await live(step, life);
    const entries = await world.journal.entries(ids.plan);
    for (const { state, isUndoable, undoes, operationId } of entries) {
      if (state === "applied" && isUndoable && undoes === null) await takeBack(operationId, life);
    }
    const end = world.records();
    assertEquals(moneyIn(end), moneyIn(start));
    const lost = entries.filter(({ isUndoable, undoes }) => !isUndoable && undoes === null);
    // Some targets can't be made by the API once they no longer exist: that is said before the yes.
    assertEquals(lost.filter(({ kind }) => kind !== "set_category_target"), []);
    if (lost.length > 0) return;
    assertRestored(end, start, {
      payees: new Set(start.payees.map(({ id }) => id)),
      isTargetRenewed: true,
      isAnew: true,
      isFirstDateLost: true,
    });
    assert([...counts.keys()].filter((kind) => CHANGES.includes(kind)).length > 5);
  });
}

for (let seed = 1; seed <= SEEDS; seed++) {
  Deno.test(`${STEPS} changes with all tools leave only what can't be undone, seed ${seed}`, async () => {
    const counts = new Map<string, number>();
    const life = aLife((what) => void counts.set(what, (counts.get(what) ?? 0) + 1));
    const { world, start } = life;
    for (const step of stepsOf(seed, [...CHANGES, ...NO_WAY_BACK])) await live(step, life);
    const entries = await world.journal.entries(ids.plan);
    for (const { state, isUndoable, undoes, operationId } of entries) {
      if (state === "applied" && isUndoable && undoes === null) await takeBack(operationId, life);
    }
    const was = without(life.lasting, start);
    const is = without(life.lasting, world.records());
    assertEquals(moneyIn(is), moneyIn(was));
    assertRestored(is, was, {
      payees: new Set(start.payees.map(({ id }) => id)),
      isTargetRenewed: true,
      isAnew: true,
      isFirstDateLost: true,
    });
    const applied = NO_WAY_BACK.filter((kind) => counts.has(kind));
    assert(applied.length > 2, `applied were only ${applied.join(", ")}`);
  });
}

/** A plan without these, and without what waits for an import. */
function without(keys: ReadonlySet<string>, records: PlanRecords): PlanRecords {
  const left = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] =>
    items.filter(({ id }) => !keys.has(id));
  return {
    ...records,
    transactions: left(records.transactions),
    scheduled: left(records.scheduled),
    categories: left(records.categories),
    groups: left(records.groups),
    waiting_imports: [],
  };
}

/** Steps of our own alone, each agreed to, and every fourth of them an undo. */
function stepsOf(seed: number, changes: readonly string[]): readonly Step[] {
  const kinds = changes.filter((kind) => kind !== "undo_operation");
  return fc.sample(aStep, { numRuns: STEPS, seed }).map((step, at) => ({
    ...step,
    kind: at % 4 === 3
      ? "undo_operation"
      : kinds[(step.one + step.two + step.three) % kinds.length] ?? "read",
    manner: "yes",
    // The latest change, and all of it: out of order a change may have been built upon.
    two: at % 4 === 3 ? 2 : step.two,
  }));
}

function moneyIn(records: PlanRecords): Readonly<Record<string, unknown>> {
  const { accounts } = figuresOn(structuredClone(records), TODAY);
  const assigned = [...records.assignments.values()].flatMap((amounts) => [...amounts.values()]);
  return {
    accounts: [...accounts].map(([id, { cleared, uncleared }]) => [id, cleared + uncleared]),
    assigned: assigned.reduce((sum, amount) => sum + amount, 0),
    rows: records.transactions.filter(({ deleted }) => !deleted).length,
  };
}
