import { type GroupChoice, hasMoney, visibleCategories } from "./month_categories.ts";
import { sumOf } from "../base/money.ts";
import type { MoneyFormat } from "../base/money_format.ts";
import type { MonthRecord } from "../base/plan_records.ts";
import { underfundedOf } from "../targets/target_words.ts";

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

/** A month's categories; amounts in milliunits. */
export interface CategoryBalances {
  /** Both only if underfunded categories were requested. */
  readonly underfunded_total: number | null;
  readonly ready_to_assign: number | null;
  readonly categories: readonly CategoryBalance[];
}

/** Which categories to list. */
export interface CategoryBalanceOptions extends GroupChoice {
  readonly format: MoneyFormat;
  readonly includeEmpty?: boolean;
  readonly onlyUnderfunded?: boolean;
}

/** Lists the balances of a month's categories. */
export function categoryBalances(
  month: MonthRecord,
  options: CategoryBalanceOptions,
): CategoryBalances {
  const isUnderfundedOnly = options.onlyUnderfunded === true;
  const isEmptyShown = options.includeEmpty === true || options.categories !== undefined;
  const categories = visibleCategories(month, options)
    .map((category) => ({ category, underfunded: underfundedOf(category, options.format) }))
    .filter(({ category, underfunded }) =>
      underfunded !== null || (!isUnderfundedOnly && (isEmptyShown || hasMoney(category)))
    )
    .map(({ category, underfunded }) => ({
      category_id: category.id,
      name: category.name,
      group: category.category_group_name ?? "",
      assigned: category.budgeted,
      activity: category.activity,
      available: category.balance,
      underfunded,
    }));
  return {
    underfunded_total: isUnderfundedOnly
      ? sumOf(categories.map(({ underfunded }) => underfunded ?? 0))
      : null,
    ready_to_assign: isUnderfundedOnly ? month.to_be_budgeted : null,
    categories,
  };
}
