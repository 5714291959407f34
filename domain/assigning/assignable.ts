/**
 * What assigning a whole month works with.
 *
 * @module
 */

import type { MonthCategoryRecord } from "../base/plan_records.ts";
import { isInternalCategory } from "../base/special_categories.ts";

/** What a category is to have in the month; the whole amount in milliunits. */
export interface AssignedAmount<Category extends MonthCategoryRecord = MonthCategoryRecord> {
  readonly category: Category;
  readonly assigned: number;
}

/**
 * Gives the categories of a month that a proposal may assign to without being told which.
 *
 * @param categories All of the month.
 * @returns Those that people see, card payments included, in the order given.
 */
export function assignableCategories<Category extends MonthCategoryRecord>(
  categories: readonly Category[],
): readonly Category[] {
  return categories.filter((one) => !one.deleted && !one.hidden && !isInternalCategory(one));
}

/**
 * Grants increases one after another while money is left; decreases are always granted.
 *
 * @param wanted What each category is to have.
 * @param money Milliunits that may be added in all.
 * @returns What each gets; the last one a part where the rest is not enough. Categories
 * that would stay as they are are left out.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const base = { category_group_id: "g", hidden: false, deleted: false, activity: 0, balance: 0 };
 * const one = { ...base, id: "a", name: "One", budgeted: 0 };
 * const other = { ...one, id: "b", name: "Other" };
 * const granted = grantInOrder([
 *   { category: one, assigned: 30 },
 *   { category: other, assigned: 30 },
 * ], 50);
 * assertEquals(granted.map(({ assigned }) => assigned), [30, 20]);
 * ```
 */
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
