/**
 * Tells spending and income from money that only moves, as upstream's budget does.
 *
 * @module
 */

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
 *
 * @param part A transaction without lines, or a live line.
 * @param accountId The account of the transaction.
 * @param rule Which accounts are on budget, and which categories stand for none.
 * @returns `null` for what counts as spending or income.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const rule = { onBudgetAccountIds: new Set(["cash", "visa"]), uncategorizedIds: new Set<string>() };
 * const toHouse = { category_id: "loan", transfer_account_id: "house" };
 * assertEquals(movedMoney({ transfer_account_id: "visa" }, "cash", rule), "transfers");
 * assertEquals(movedMoney(toHouse, "cash", rule), null);
 * assertEquals(movedMoney({ category_id: null }, "house", rule), "off_budget");
 * ```
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
