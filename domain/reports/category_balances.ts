/**
 * What each category holds in one month.
 *
 * @module
 */

import {
  type GroupChoice,
  hasMoney,
  underfundedOf,
  visibleCategories,
} from "./month_categories.ts";
import type { MonthRecord } from "../plan/plan_records.ts";

/** One category in one month; amounts in milliunits. */
export interface CategoryBalance {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
  readonly assigned: number;
  /** Signed: spending is negative. */
  readonly activity: number;
  readonly available: number;
  readonly underfunded: number | null;
}

/** Which categories to give. */
export interface CategoryBalanceOptions extends GroupChoice {
  readonly includeEmpty?: boolean;
  readonly onlyUnderfunded?: boolean;
}

/**
 * Lists the balances of a month's categories.
 *
 * @param month The month.
 * @param options Which categories to give.
 * @returns One row per category, in upstream's order.
 * @throws {ToolError} When the group is not one of the plan's.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const month = { month: "2024-01-01", income: 0, budgeted: 0, activity: 0, to_be_budgeted: 0 };
 * assertEquals(categoryBalances({ ...month, categories: [] }), []);
 * ```
 */
export function categoryBalances(
  month: MonthRecord,
  options: CategoryBalanceOptions = {},
): readonly CategoryBalance[] {
  const isEmptyShown = options.includeEmpty === true || options.categories !== undefined;
  return visibleCategories(month, options)
    .filter((category) =>
      underfundedOf(category) !== null ||
      (options.onlyUnderfunded !== true && (isEmptyShown || hasMoney(category)))
    )
    .map((category) => ({
      category_id: category.id,
      name: category.name,
      group: category.category_group_name ?? "",
      assigned: category.budgeted,
      activity: category.activity,
      available: category.balance,
      underfunded: underfundedOf(category),
    }));
}
