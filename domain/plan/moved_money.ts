import type { PendingRule } from "./pending_category.ts";
import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";

/** Why a transaction, or a split line, counts in no category. */
export type MovedMoney = "transfers" | "off_budget";

/** What is looked at; a split line moves money by itself. */
export type MovingPart = Pick<
  TransactionRecord | SplitLineRecord,
  "category_id" | "transfer_account_id"
>;

/**
 * Tells what kind of moved money a transaction or a line is. A payment from a budget account into
 * a tracking account is spending where it has a category.
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
