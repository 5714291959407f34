/**
 * Recognises the categories that upstream keeps for itself. Their group names are
 * English in every locale.
 *
 * @module
 */

import type { CategoryRecord, GroupRecord } from "./plan_records.ts";

const INTERNAL_GROUP = "Internal Master Category";
const CARD_PAYMENT_GROUP = "Credit Card Payments";
const INFLOW_NAMES: readonly string[] = [
  "Inflow: Ready to Assign",
  "Immediate Income SubCategory",
];
const UNCATEGORIZED_NAMES: readonly string[] = ["Uncategorized", "None"];

/**
 * Tells whether a group is upstream's own and holds nothing a person budgets with.
 *
 * @param group The group.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const group = { id: "g", hidden: false, deleted: false, internal: true };
 * assertEquals(isInternalGroup({ ...group, name: "Internal Master Category" }), true);
 * assertEquals(isInternalGroup({ ...group, name: "Credit Card Payments" }), false);
 * ```
 */
export function isInternalGroup(group: GroupRecord): boolean {
  // Some plans mark the card payments as internal too, yet money is assigned there.
  if (group.name === CARD_PAYMENT_GROUP) return false;
  return group.internal ?? group.name === INTERNAL_GROUP;
}

/**
 * Tells whether a group holds the payment categories of credit cards.
 *
 * @param group The group.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isCardPaymentGroup({ name: "Credit Card Payments" }), true);
 * ```
 */
export function isCardPaymentGroup(group: Pick<GroupRecord, "name">): boolean {
  return group.name === CARD_PAYMENT_GROUP;
}

/**
 * Tells whether a category is upstream's own: Inflow, Uncategorized and their like.
 *
 * @param category The category, with its group's name where upstream gave it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const category = { id: "c", name: "Uncategorized", category_group_id: "g", hidden: false, deleted: false };
 * assertEquals(
 *   isInternalCategory({ ...category, category_group_name: "Internal Master Category" }),
 *   true,
 * );
 * ```
 */
export function isInternalCategory(category: CategoryRecord): boolean {
  if (category.category_group_name === CARD_PAYMENT_GROUP) return false;
  return category.internal ?? category.category_group_name === INTERNAL_GROUP;
}

/**
 * Tells whether a category collects what is set aside to pay a credit card.
 *
 * @param category The category, with its group's name.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const category = { id: "c", name: "Visa", category_group_id: "g", hidden: false, deleted: false };
 * assertEquals(
 *   isCardPaymentCategory({ ...category, category_group_name: "Credit Card Payments" }),
 *   true,
 * );
 * ```
 */
export function isCardPaymentCategory(category: CategoryRecord): boolean {
  return category.category_group_name === CARD_PAYMENT_GROUP;
}

/**
 * Tells whether a category is the one that income goes to.
 *
 * @param category The category.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const inflow = {
 *   id: "c",
 *   name: "Inflow: Ready to Assign",
 *   category_group_id: "g",
 *   hidden: false,
 *   internal: true,
 *   deleted: false,
 * };
 * assertEquals(isInflowCategory(inflow), true);
 * assertEquals(isInflowCategory({ ...inflow, internal: false }), false);
 * ```
 */
export function isInflowCategory(category: CategoryRecord): boolean {
  return isInternalCategory(category) && INFLOW_NAMES.includes(category.name);
}

/**
 * Tells whether a category only says that no category has been chosen.
 *
 * @param category The category.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const none = {
 *   id: "c",
 *   name: "Uncategorized",
 *   category_group_id: "g",
 *   hidden: false,
 *   internal: true,
 *   deleted: false,
 * };
 * assertEquals(isUncategorizedCategory(none), true);
 * ```
 */
export function isUncategorizedCategory(category: CategoryRecord): boolean {
  return isInternalCategory(category) && isUncategorizedName(category.name);
}

/**
 * Tells whether a name stands for no category.
 *
 * @param name As upstream shows it beside a transaction.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isUncategorizedName("Uncategorized"), isUncategorizedName(null)], [true, false]);
 * ```
 */
export function isUncategorizedName(name: unknown): boolean {
  return UNCATEGORIZED_NAMES.includes(name as string);
}
