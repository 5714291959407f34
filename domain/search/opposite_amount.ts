/**
 * Finds out that an exact amount was meant with the other sign.
 *
 * @module
 */

import type { TransactionRecord } from "../base/plan_records.ts";
import { type MoneyFormat, writeExactly } from "../base/money_format.ts";
import { fromMilliunits } from "../base/money.ts";
import type { TransactionIndex } from "./transaction_index.ts";
import { forEachMatch, type TransactionSearch } from "./transaction_search.ts";

/**
 * Says what a search for an exact amount would find with the other sign.
 *
 * @param index The transactions of a plan.
 * @param search A search that found nothing.
 * @param format How the plan writes money.
 * @returns A sentence; `null` without an exact amount, or where its opposite finds nothing either.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { UNKNOWN_MONEY_FORMAT } from "../base/money_format.ts";
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * const search = { query: { amount: 12_500 }, rule };
 * assertEquals(oppositeHint(transactionIndex([]), search, UNKNOWN_MONEY_FORMAT), null);
 * ```
 */
export function oppositeHint(
  index: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
  format: MoneyFormat,
): string | null {
  const { amount } = search.query;
  if (amount === undefined || amount === 0) return null;
  let count = 0;
  const query = { ...search.query, amount: -amount, direction: undefined };
  forEachMatch(index, { ...search, query }, () => count += 1);
  if (count === 0) return null;
  const [wanted, opposite] = [amount, -amount].map((one) =>
    writeExactly(fromMilliunits(one), format)
  );
  const direction = amount > 0 ? "money out is negative" : "money in is positive";
  return `nothing has ${wanted}, but ${count} ${count === 1 ? "has" : "have"} ${opposite}: ` +
    direction;
}
