import type { CategoryRecord, GroupWithCategories } from "../base/plan_records.ts";
import {
  isCardPaymentCategory,
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
} from "../base/special_categories.ts";
import { groupedCategories } from "../plan/category_label.ts";

export interface ChoosableCategory {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
}

/**
 * Categories that a transaction can be given: neither hidden, nor YNAB's own, nor for card
 * payments.
 */
export function choosableCategories(
  groups: readonly GroupWithCategories[],
): readonly ChoosableCategory[] {
  return groups.filter(isVisible).flatMap((group) =>
    groupedCategories([group])
      .filter((one) => isVisible(one) && !isInternalCategory(one) && !isCardPaymentCategory(one))
      .map(({ id, name }) => ({ category_id: id, name, group: group.name }))
  );
}

/**
 * Categories whose past uses count as evidence: the choosable ones, and also income and card
 * payments, which are evidence against other categories. Uses of hidden or deleted categories don't
 * predict choices.
 */
export function teachingCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const teaching = groups.flatMap((group) =>
    groupedCategories([group]).filter((category) =>
      // YNAB may hide its income category even if it is in use.
      isInflowCategory(category) ||
      isVisible(group) && isVisible(category) && !isUncategorizedCategory(category)
    )
  );
  return new Set(teaching.map(({ id }) => id));
}

/** Categories allowed on either side of a transfer: Uncategorized or the income category. */
export function neutralCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const neutral = groupedCategories(groups)
    .filter((category) => isInflowCategory(category) || isUncategorizedCategory(category));
  return new Set(neutral.map(({ id }) => id));
}

function isVisible(one: Pick<CategoryRecord, "hidden" | "deleted">): boolean {
  return !one.hidden && !one.deleted;
}
