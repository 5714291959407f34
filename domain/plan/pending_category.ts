import type { AccountRecord, CategoryRecord, TransactionRecord } from "../base/plan_records.ts";
import { isUncategorizedCategory } from "../base/special_categories.ts";

/** What the rule needs to know of the plan. */
export interface PendingRule {
  readonly onBudgetAccountIds: ReadonlySet<string>;
  readonly uncategorizedIds: ReadonlySet<string>;
}

/** Prepares the rule for a plan. */
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
 * Tells whether a live transaction waits for a category: on a budget account, no transfer,
 * not split, and without a category or with the internal Uncategorized one.
 */
export function isPending(transaction: TransactionRecord, rule: PendingRule): boolean {
  const category = transaction.category_id ?? null;
  if (category !== null && !rule.uncategorizedIds.has(category)) return false;
  if ((transaction.transfer_account_id ?? null) !== null || transaction.deleted) return false;
  return rule.onBudgetAccountIds.has(transaction.account_id) &&
    transaction.subtransactions.every((line) => line.deleted);
}
