/**
 * What was assigned in a heavy plan: every category gets what it spends, and the
 * rest of the income is saved.
 *
 * @module
 */

import { addMonths } from "../_calendar.ts";
import type { HeavyCategories } from "./categories.ts";
import type { HeavyLedger } from "./ledger.ts";

/** Milliunits left to assign today. */
const LEFT_TO_ASSIGN = 125_000;

/**
 * Works out the assignments of all months, oldest first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const activity = new Map([["2026-11-01", new Map([["inflow", 900_000], ["food", -300_000]])]]);
 * const table = heavyAssignments(
 *   { activity, uncategorized: new Map() },
 *   { inflow: "inflow", savings: "savings" },
 *   ["2026-11-01"],
 * );
 * // All but 125.00, which is left to assign.
 * assertEquals(table.get("2026-11-01")?.get("savings"), 475_000);
 * ```
 */
export function heavyAssignments(
  { activity, uncategorized }: Pick<HeavyLedger, "activity" | "uncategorized">,
  { inflow, savings }: Pick<HeavyCategories, "inflow" | "savings">,
  months: readonly string[],
): Map<string, Map<string, number>> {
  const table = new Map<string, Map<string, number>>();
  for (const [index, month] of months.entries()) {
    const assigned = new Map<string, number>();
    const spent = activity.get(month) ?? new Map<string, number>();
    let left = spent.get(inflow) ?? 0;
    // Cash spent without a category was taken from this month's money.
    left += Math.min(0, uncategorized.get(addMonths(month, -1)) ?? 0);
    for (const [category, amount] of spent) {
      if (category === inflow || amount === 0) continue;
      assigned.set(category, -amount);
      left += amount;
    }
    const isLast = index === months.length - 1;
    assigned.set(savings, (assigned.get(savings) ?? 0) + left - (isLast ? LEFT_TO_ASSIGN : 0));
    table.set(month, assigned);
  }
  return table;
}
