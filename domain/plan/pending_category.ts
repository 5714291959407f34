import type {
  AccountRecord,
  CategoryRecord,
  SplitLineRecord,
  TransactionRecord,
} from "../base/plan_records.ts";
import { isUncategorizedCategory } from "../base/special_categories.ts";

export interface PendingRule {
  readonly onBudgetAccountIds: ReadonlySet<string>;
  readonly uncategorizedIds: ReadonlySet<string>;
}

export function pendingRule(
  accounts: readonly AccountRecord[],
  categories: readonly CategoryRecord[],
): PendingRule {
  return {
    onBudgetAccountIds: new Set(accounts.filter((one) => one.on_budget).map(({ id }) => id)),
    uncategorizedIds: new Set(categories.filter(isUncategorizedCategory).map(({ id }) => id)),
  };
}

/**
 * Whether a live transaction needs a category: it is in a budget account, neither a transfer nor
 * split, and has either no category or the internal category Uncategorized.
 */
export function isPending(transaction: TransactionRecord, rule: PendingRule): boolean {
  const category = transaction.category_id ?? null;
  if (category !== null && !rule.uncategorizedIds.has(category)) return false;
  if ((transaction.transfer_account_id ?? null) !== null || transaction.deleted) return false;
  return rule.onBudgetAccountIds.has(transaction.account_id) &&
    transaction.subtransactions.every((line) => line.deleted);
}

/** Why a transaction or split line counts in no category. */
export type MovedMoney = "transfers" | "off_budget";

export type MovingPart = Pick<
  TransactionRecord | SplitLineRecord,
  "category_id" | "transfer_account_id"
>;

/**
 * Classifies a transaction or split line. A categorized payment from a budget account to a tracking
 * account is spending.
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
