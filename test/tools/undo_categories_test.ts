import { assertEquals } from "@std/assert";
import type { PlanRecords, StoredTarget } from "../../demo/model/records.ts";
import { apply, confirm, stateOf } from "./_confirm.ts";
import { household, ids } from "./_plan.ts";
import { aWorld, rowsOf } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

/** The household plan. The Power category's target starts this month and has `change` applied. */
function withTarget(change: Partial<StoredTarget>): PlanRecords {
  const plan = household();
  for (const one of plan.categories) {
    if (one.target === null) continue;
    one.target = { ...one.target, goal_creation_month: "2026-03-01", ...change };
  }
  return plan;
}

const month = "2026-03";
const power = { category_id: "Power" };
const toNew = { category_id: "Dining", amount: 10 };
const dated = { goal_target_date: "2026-12-31", goal_day: 31 };
const loan = { goal_type: "TB", goal_needs_whole_amount: null, goal_cadence: 0 };

const changes: readonly (readonly [string, Args, Partial<StoredTarget>?])[] = [
  ["set_category_budget", { month, category_id: "Dining", amount: 99.5 }],
  ["set_category_budget", { month, category_id: ids.gifts, amount: -3 }],
  ["move_money", { month, from_category_id: "Power", to_category_id: "Dining", amount: 12.34 }],
  ["update_category", { category_id: "Dining", name: "Meals", group_id: "Bills", note: "x" }],
  ["update_category", { category_id: ids.visaPayment, note: "x" }],
  ["set_category_target", toNew],
  ["set_category_target", { ...toNew, frequency: "weekly" }],
  ["set_category_target", { ...toNew, by_date: "2026-12-31" }],
  ["set_category_target", { ...power, amount: 150 }],
  ["set_category_target", { ...power, amount: 150, frequency: "yearly" }],
  ["set_category_target", { ...power, amount: 150, by_date: "2026-12-31" }],
  ["set_category_target", { ...power, amount: null }],
  ["set_category_target", { ...power, amount: null }, { goal_needs_whole_amount: false }],
  ["set_category_target", { ...power, amount: null }, dated],
  ["set_category_target", { ...power, amount: 150, by_date: "2027-01-15" }, dated],
  ["set_category_target", { ...power, amount: 150 }, { goal_cadence: 2, goal_day: 4 }],
  ["set_category_target", { ...power, amount: 150 }, loan],
];

for (const [name, more, target = {}] of changes) {
  const what = `${name} ${JSON.stringify(more)} ${JSON.stringify(target)}`;
  Deno.test(`undo_operation restores the plan as it was before ${what}`, async () => {
    await using world = await aWorld({ write: true, plans: [withTarget(target)] });
    const before = stateOf(world);
    const { preview } = await apply(world, name, more);
    const undone = await apply(world, "undo_operation");
    assertEquals(undone.applied.structured?.["warnings"], undefined);
    assertEquals(
      rowsOf(undone.preview).map(({ id, field, after }) => [id, field, after]),
      rowsOf(preview).map(({ id, field, before }) => [id, field, before]),
    );
    assertEquals(withoutZeros(stateOf(world)), withoutZeros(before));
  });
}

Deno.test("undo_operation doesn't warn when it restores a monthly target whose interval is null", async () => {
  const plans = [withTarget({ goal_cadence_frequency: null })];
  await using world = await aWorld({ write: true, plans });
  const { applied } = await confirm(world, "set_category_target", {
    category_id: "Power",
    amount: null,
  });
  const undone = await confirm(world, "undo_operation");
  assertEquals(undone.applied.structured?.["warnings"], undefined, applied.text);
});

/** Removes assignments of zero, because they are equivalent to no assignment. */
function withoutZeros(state: unknown): unknown {
  const text = JSON.stringify(
    state,
    (_, value) =>
      Array.isArray(value)
        ? value.filter((item) => !(Array.isArray(item) && item.length === 2 && item[1] === 0))
        : value,
  );
  return JSON.parse(text);
}
