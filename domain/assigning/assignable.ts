import type { MoneyFormat } from "../base/money_format.ts";
import type { MonthCategoryRecord } from "../base/plan_records.ts";
import { isInternalCategory } from "../base/special_categories.ts";

/** The new total assigned to a category in the month, in milliunits. */
export interface AssignedAmount<Category extends MonthCategoryRecord = MonthCategoryRecord> {
  readonly category: Category;
  readonly assigned: number;
}

/** Limits of a proposal. */
export interface ProposalLimits {
  /** Maximum amount to move or to assign, in milliunits. */
  readonly limit: number;
  readonly format: MoneyFormat;
}

/** Categories of a month that a proposal may assign to. */
export function assignableCategories<Category extends MonthCategoryRecord>(
  categories: readonly Category[],
): readonly Category[] {
  return categories.filter((one) => !one.deleted && !one.hidden && !isInternalCategory(one));
}

/** Grants increases in order until the money runs out; decreases are always granted. */
export function grantInOrder<Category extends MonthCategoryRecord>(
  wanted: readonly AssignedAmount<Category>[],
  money: number,
): readonly AssignedAmount<Category>[] {
  let left = Math.max(0, money);
  return wanted.flatMap(({ category, assigned }) => {
    const more = assigned - category.budgeted;
    const granted = Math.min(more, left);
    if (more > 0) left -= granted;
    return granted === 0 ? [] : [{ category, assigned: category.budgeted + granted }];
  });
}
