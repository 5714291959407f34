import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  type BudgetVersusActual,
  budgetVersusActual,
} from "../../../domain/reports/budget_versus_actual.ts";
import type { MonthCategoryRecord } from "../../../domain/base/plan_records.ts";
import { aCategory, aMonth } from "../../_builders.ts";

/** The comparison of a single category. */
function compared(category: Partial<MonthCategoryRecord>): BudgetVersusActual | undefined {
  return budgetVersusActual(aMonth({ categories: [aCategory(category)] })).categories[0];
}

Deno.test("budgetVersusActual() sets what was spent against what was assigned", () => {
  const food = aCategory({
    id: "food",
    name: "Food",
    budgeted: 300_000,
    activity: -120_000,
    balance: 180_000,
  });
  assertEquals(budgetVersusActual(aMonth({ month: "2024-03-01", categories: [food] })), {
    month: "2024-03",
    categories: [{
      category_id: "food",
      name: "Food",
      group: "Living",
      assigned: 300_000,
      spent: 120_000,
      available: 180_000,
      used_percent: 40,
      over_by: 0,
    }],
    totals: { assigned: 300_000, spent: 120_000, available: 180_000 },
  });
});

Deno.test("budgetVersusActual() takes a refund for negative spending", () => {
  const refunded = compared({ budgeted: 100_000, activity: 25_000, balance: 125_000 });
  assertEquals([refunded?.spent, refunded?.used_percent], [-25_000, -25]);
});

Deno.test("budgetVersusActual() gives no percentage where there was nothing to spend", () => {
  assertEquals(compared({ activity: -10, balance: -10 })?.used_percent, null);
  assertEquals(compared({ budgeted: -10, balance: -10 })?.used_percent, null);
});

Deno.test("budgetVersusActual() rounds the percentage, and passes a hundred", () => {
  assertEquals(compared({ budgeted: 3_000, activity: -2_000, balance: 1_000 })?.used_percent, 67);
  assertEquals(
    compared({ budgeted: 1_000, activity: -2_500, balance: -1_500 })?.used_percent,
    250,
  );
});

Deno.test("budgetVersusActual() takes what was carried over into the percentage", () => {
  const carried = compared({ budgeted: 50_000, activity: -60_000, balance: 7_000 });
  assertEquals([carried?.used_percent, carried?.over_by], [90, 0]);
});

Deno.test("budgetVersusActual() counts down to the single milliunit", () => {
  assertEquals(compared({ budgeted: 1, activity: -1 })?.used_percent, 100);
  const month = aMonth({ categories: [aCategory({ activity: -1, balance: -1 })] });
  assertEquals(budgetVersusActual(month, { onlyOver: true }).categories[0]?.over_by, 1);
});

Deno.test("budgetVersusActual() gives no negative zero", () => {
  const hardly = compared({ budgeted: 1_000_000, activity: 1, balance: 1_000_001 });
  assertStrictEquals(hardly?.used_percent, 0);
  assertStrictEquals(compared({ budgeted: 5 })?.spent, 0);
});

Deno.test("budgetVersusActual() tells how far below zero a category is, not over its assignment", () => {
  assertEquals(compared({ budgeted: 100, activity: -150, balance: -50 })?.over_by, 50);
  const carried = compared({ budgeted: 100, activity: -150, balance: 0 });
  assertStrictEquals(carried?.over_by, 0);
});

Deno.test("budgetVersusActual() leaves out internal, deleted and card payment categories", () => {
  const month = aMonth({
    categories: [
      aCategory({ name: "Inflow: Ready to Assign", internal: true, activity: 5 }),
      aCategory({ deleted: true, activity: 5 }),
      aCategory({ name: "Visa", category_group_name: "Credit Card Payments", activity: 5 }),
    ],
  });
  const { categories, totals } = budgetVersusActual(month);
  assertEquals([categories, totals], [[], { assigned: 0, spent: 0, available: 0 }]);
});

Deno.test("budgetVersusActual() leaves out categories without any amount", () => {
  assertEquals(compared({ goal_under_funded: 5 }), undefined);
});

Deno.test("budgetVersusActual() gives hidden categories with money on them", () => {
  assertEquals(compared({ hidden: true, activity: -5 })?.spent, 5);
});

Deno.test("budgetVersusActual() gives only categories below zero when asked, and their totals", () => {
  const month = aMonth({
    categories: [
      aCategory({ name: "Over", budgeted: 10, activity: -30, balance: -20 }),
      aCategory({ name: "Fine", budgeted: 10, activity: -5, balance: 5 }),
    ],
  });
  const { categories, totals } = budgetVersusActual(month, { onlyOver: true });
  assertEquals(categories.map(({ name }) => name), ["Over"]);
  assertEquals(totals, { assigned: 10, spent: 30, available: -20 });
});

Deno.test("budgetVersusActual() gives one group and its totals", () => {
  const films = aCategory({
    name: "Films",
    category_group_id: "fun",
    category_group_name: "Fun",
    budgeted: 7,
  });
  const month = aMonth({ categories: [aCategory({ budgeted: 100 }), films] });
  const { categories, totals } = budgetVersusActual(month, { group: "fun" });
  assertEquals(categories.map(({ name }) => name), ["Films"]);
  assertEquals(totals.assigned, 7);
});

Deno.test("budgetVersusActual() gives totals that are the sums of its rows", () => {
  const money = fc.integer({ min: -1e9, max: 1e9 });
  const figures = fc.record({ budgeted: money, activity: money, balance: money });
  fc.assert(fc.property(fc.array(figures), fc.boolean(), (all, onlyOver) => {
    const month = aMonth({ categories: all.map((one) => aCategory(one)) });
    const { categories, totals } = budgetVersusActual(month, { onlyOver });
    const sum = { assigned: 0, spent: 0, available: 0 };
    for (const row of categories) {
      sum.assigned += row.assigned;
      sum.spent += row.spent;
      sum.available += row.available;
      assert(row.over_by >= 0 && (!onlyOver || row.over_by > 0));
    }
    assertEquals(totals, sum);
  }));
});
