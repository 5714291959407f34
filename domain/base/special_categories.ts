import type { CategoryRecord, GroupRecord } from "./plan_records.ts";

const INTERNAL_GROUP = "Internal Master Category";
const CARD_PAYMENT_GROUP = "Credit Card Payments";
const INFLOW_NAMES: readonly string[] = [
  "Inflow: Ready to Assign",
  "Immediate Income SubCategory",
];
const UNCATEGORIZED_NAMES: readonly string[] = ["Uncategorized", "None"];

/** Whether a group is upstream's own and holds nothing a person budgets with. */
export function isInternalGroup(group: GroupRecord): boolean {
  // Some plans mark the card payments as internal too, yet money is assigned there.
  if (group.name === CARD_PAYMENT_GROUP) return false;
  return group.internal ?? group.name === INTERNAL_GROUP;
}

/** Whether a group holds the payment categories of credit cards. */
export function isCardPaymentGroup(group: Pick<GroupRecord, "name">): boolean {
  return group.name === CARD_PAYMENT_GROUP;
}

/** Whether a category is upstream's own: Inflow, Uncategorized and their like. */
export function isInternalCategory(category: CategoryRecord): boolean {
  if (category.category_group_name === CARD_PAYMENT_GROUP) return false;
  return category.internal ?? category.category_group_name === INTERNAL_GROUP;
}

/** Whether a category collects what is set aside to pay a credit card. */
export function isCardPaymentCategory(category: CategoryRecord): boolean {
  return category.category_group_name === CARD_PAYMENT_GROUP;
}

/** Whether a category is the one that income goes to. */
export function isInflowCategory(category: CategoryRecord): boolean {
  return isInternalCategory(category) && INFLOW_NAMES.includes(category.name);
}

/** Whether a category only says that no category has been chosen. */
export function isUncategorizedCategory(category: CategoryRecord): boolean {
  return isInternalCategory(category) && isUncategorizedName(category.name);
}

/** Whether a name means no category. */
export function isUncategorizedName(name: unknown): boolean {
  return UNCATEGORIZED_NAMES.includes(name as string);
}
