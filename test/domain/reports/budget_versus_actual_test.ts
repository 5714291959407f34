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

Deno.test("budgetVersusActual() omits the percentage when nothing was available", () => {
  assertEquals(compared({ activity: -10, balance: -10 })?.used_percent, null);
  assertEquals(compared({ budgeted: -10, balance: -10 })?.used_percent, null);
});

Deno.test("budgetVersusActual() rounds the percentage and can exceed 100", () => {
  assertEquals(compared({ budgeted: 3_000, activity: -2_000, balance: 1_000 })?.used_percent, 67);
  assertEquals(
    compared({ budgeted: 1_000, activity: -2_500, balance: -1_500 })?.used_percent,
    250,
  );
});

Deno.test("budgetVersusActual() includes carried-over money in the percentage", () => {
  const carried = compared({ budgeted: 50_000, activity: -60_000, balance: 7_000 });
  assertEquals([carried?.used_percent, carried?.over_by], [90, 0]);
});

Deno.test("budgetVersusActual() measures overspending by the balance", () => {
  assertEquals(compared({ budgeted: 100, activity: -150, balance: -50 })?.over_by, 50);
  const carried = compared({ budgeted: 100, activity: -150, balance: 0 });
  assertStrictEquals(carried?.over_by, 0);
});

Deno.test("budgetVersusActual() returns totals equal to the sums of its rows", () => {
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
