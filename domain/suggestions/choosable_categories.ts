import type { GroupWithCategories } from "../plan/category_groups.ts";
import type { CategoryRecord } from "../base/plan_records.ts";
import {
  isCardPaymentCategory,
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
} from "../base/special_categories.ts";

/** A category that may be chosen for a transaction. */
export interface ChoosableCategory {
  readonly category_id: string;
  readonly name: string;
  /** Name of its group. */
  readonly group: string;
}

/**
 * Lists the categories that a transaction may get: live, not hidden, neither upstream's
 * own nor a credit card's payment category.
 */
export function choosableCategories(
  groups: readonly GroupWithCategories[],
): readonly ChoosableCategory[] {
  return namedCategories(groups)
    .filter(({ group, category }) =>
      isOpen(group, category) && !isInternalCategory(category) && !isCardPaymentCategory(category)
    )
    .map(({ group, category: { id, name } }) => ({ category_id: id, name, group: group.name }));
}

/**
 * Gives the categories whose past uses teach. Beside those that may be chosen they
 * are the ones for income and for card payments: what went there is a habit that
 * speaks against every other category. A use of a hidden or deleted category says
 * nothing about what a person would choose now.
 */
export function teachingCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const teaching = namedCategories(groups).filter(({ group, category }) =>
    // Upstream may hide its own category for income; it is in use all the same.
    isInflowCategory(category) || isOpen(group, category) && !isUncategorizedCategory(category)
  );
  return new Set(teaching.map(({ category }) => category.id));
}

interface NamedCategory {
  readonly group: GroupWithCategories;
  readonly category: CategoryRecord;
}

function namedCategories(groups: readonly GroupWithCategories[]): readonly NamedCategory[] {
  return groups.flatMap((group) =>
    group.categories.map((category) => ({
      group,
      category: { ...category, category_group_name: group.name },
    }))
  );
}

function isOpen(group: GroupWithCategories, category: CategoryRecord): boolean {
  return !group.hidden && !group.deleted && !category.hidden && !category.deleted;
}
