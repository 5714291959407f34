import type {
  AccountRecord,
  CategoryRecord,
  GroupRecord,
  SplitLineRecord,
  TransactionRecord,
} from "./plan_records.ts";

const INTERNAL_GROUP = "Internal Master Category";
const CARD_PAYMENT_GROUP = "Credit Card Payments";
const INFLOW_NAMES: readonly string[] = [
  "Inflow: Ready to Assign",
  "Immediate Income SubCategory",
];
const UNCATEGORIZED_NAMES: readonly string[] = ["Uncategorized", "None"];

/** Whether a group is internal to YNAB. Users don't assign money to an internal group. */
export function isInternalGroup(group: GroupRecord): boolean {
  // Some plans mark the card payment group as internal, although users assign money there.
  if (group.name === CARD_PAYMENT_GROUP) return false;
  return group.internal ?? group.name === INTERNAL_GROUP;
}

export function isCardPaymentGroup(group: Pick<GroupRecord, "name">): boolean {
  return group.name === CARD_PAYMENT_GROUP;
}

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

export interface PendingRule {
  readonly onBudgetAccountIds: ReadonlySet<string>;
  readonly uncategorizedIds: ReadonlySet<string>;
}

export function pendingRule(
  accounts: readonly AccountRecord[],
  categories: readonly CategoryRecord[],
): PendingRule {
  const onBudgetAccountIds = new Set<string>();
  for (const { id, on_budget } of accounts) if (on_budget) onBudgetAccountIds.add(id);
  const uncategorizedIds = new Set<string>();
  for (const one of categories) if (isUncategorizedCategory(one)) uncategorizedIds.add(one.id);
  return { onBudgetAccountIds, uncategorizedIds };
}

/**
 * Whether a live transaction needs a category: it is in a budget account, is neither a transfer nor
 * a split transaction, and has either no category or the internal category Uncategorized.
 */
export function isPending(transaction: TransactionRecord, rule: PendingRule): boolean {
  const category = transaction.category_id ?? null;
  if (category !== null && !rule.uncategorizedIds.has(category)) return false;
  if ((transaction.transfer_account_id ?? null) !== null || transaction.deleted) return false;
  return rule.onBudgetAccountIds.has(transaction.account_id) &&
    transaction.subtransactions.every((line) => line.deleted);
}

/** Why a transaction or split line doesn't count toward any category. */
export type MovedMoney = "transfers" | "off_budget";

export type MovingPart = Pick<
  TransactionRecord | SplitLineRecord,
  "category_id" | "transfer_account_id"
>;

/**
 * Returns why a transaction or split line doesn't count toward any category, or `null` if it does.
 * A categorized payment from a budget account to a tracking account is spending.
 */
export function movedMoney(
  part: MovingPart,
  accountId: string,
  { onBudgetAccountIds, uncategorizedIds }: PendingRule,
): MovedMoney | null {
  if (!onBudgetAccountIds.has(accountId)) return "off_budget";
  const other = part.transfer_account_id ?? null;
  if (other === null) return null;
  const category = part.category_id ?? null;
  const isCategorised = category !== null && !uncategorizedIds.has(category);
  return isCategorised && !onBudgetAccountIds.has(other) ? null : "transfers";
}
