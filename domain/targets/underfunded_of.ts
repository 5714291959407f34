/**
 * What a target still asks for, in whole coins.
 *
 * @module
 */

import { type MoneyFormat, roundUpToCoin } from "../base/money_format.ts";
import type { TargetRecord } from "../base/plan_records.ts";

/**
 * Gives what a category's target still asks for in the month. A target over several months may ask
 * for a fraction of a coin, which nobody can assign.
 *
 * @param category The category's target fields.
 * @param format How the plan writes money.
 * @returns Milliunits above zero in whole coins, or `null` when it asks for nothing or is snoozed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const format = { symbol: "kr", isSymbolFirst: false, decimals: 2 };
 * assertEquals(underfundedOf({ goal_under_funded: 265_833 }, format), 265_840);
 * const snoozed = { goal_under_funded: 500, goal_snoozed_at: "2024-01-05" };
 * assertEquals(underfundedOf(snoozed, format), null);
 * ```
 */
export function underfundedOf(
  { goal_under_funded: asked, goal_snoozed_at: snoozed }: Pick<
    TargetRecord,
    "goal_under_funded" | "goal_snoozed_at"
  >,
  format: MoneyFormat,
): number | null {
  return (asked ?? 0) > 0 && (snoozed ?? null) === null ? roundUpToCoin(asked ?? 0, format) : null;
}
