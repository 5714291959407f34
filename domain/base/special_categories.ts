import type { CategoryRecord, GroupRecord } from "./plan_records.ts";

const INTERNAL_GROUP = "Internal Master Category";
const CARD_PAYMENT_GROUP = "Credit Card Payments";
const INFLOW_NAMES: readonly string[] = [
  "Inflow: Ready to Assign",
  "Immediate Income SubCategory",
];
const UNCATEGORIZED_NAMES: readonly string[] = ["Uncategorized", "None"];

/** Whether a group is YNAB's own, without categories that users budget with. */
export function isInternalGroup(group: GroupRecord): boolean {
  // Some plans also mark the card payment group as internal, although money is assigned to its
  // categories.
  if (group.name === CARD_PAYMENT_GROUP) return false;
  return group.internal ?? group.name === INTERNAL_GROUP;
}

export function isCardPaymentGroup(group: Pick<GroupRecord, "name">): boolean {
  return group.name === CARD_PAYMENT_GROUP;
}

/** Whether a category is YNAB's own, such as Inflow or Uncategorized. */
export function isInternalCategory(category: CategoryRecord): boolean {
  if (category.category_group_name === CARD_PAYMENT_GROUP) return false;
  return category.internal ?? category.category_group_name === INTERNAL_GROUP;
}

export function isCardPaymentCategory(
  category: Pick<CategoryRecord, "category_group_name">,
): boolean {
  return category.category_group_name === CARD_PAYMENT_GROUP;
}

export function isInflowCategory(category: CategoryRecord): boolean {
  return isInternalCategory(category) && INFLOW_NAMES.includes(category.name);
}

export function isUncategorizedCategory(category: CategoryRecord): boolean {
  return isInternalCategory(category) && isUncategorizedName(category.name);
}

export function isUncategorizedName(name: unknown): boolean {
  return UNCATEGORIZED_NAMES.includes(name as string);
}
