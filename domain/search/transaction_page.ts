/**
 * One page of a search and the totals over all of it.
 *
 * @module
 */

import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./cursor.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { type MatchTotals, MatchTotalsSum } from "./match_totals.ts";
import { type Sort, sortKey, type TransactionIndex } from "./transaction_index.ts";
import { forEachMatch, matcherOf, type TransactionSearch } from "./transaction_search.ts";

/** Which page of a search. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Everything that makes the query what it is, but for the page. */
  readonly query: unknown;
}

/** One page; the totals are over every match. */
export interface TransactionPage<Transaction extends TransactionRecord> extends MatchTotals {
  readonly transactions: readonly Transaction[];
  readonly next_cursor: string | null;
}

/**
 * Finds one page.
 *
 * @param index The transactions of a plan.
 * @param search What is looked for, and the order.
 * @param page Which page.
 * @returns The page's transactions and the totals over every match.
 * @throws {ToolError} `invalid_input` when the cursor belongs to another query.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * const page = pageOfTransactions(transactionIndex([]), { query: {}, rule }, { limit: 5, query: {} });
 * assertEquals(page, { count: 0, sum_in: 0, sum_out: 0, transactions: [], next_cursor: null });
 * ```
 */
export function pageOfTransactions<Transaction extends TransactionRecord>(
  index: TransactionIndex<Transaction>,
  search: TransactionSearch,
  page: PageRequest,
): TransactionPage<Transaction> {
  const sort = search.sort ?? "newest";
  const after = page.cursor === undefined ? null : readCursor(page.cursor, page.query);
  const totals = new MatchTotalsSum();
  forEachMatch(index, search, (transaction, lines) => totals.add(transaction, lines));
  const { transactions, behind } = transactionsFrom(index, search, {
    from: after === null ? 0 : firstAfter(index, sort, after),
    limit: page.limit,
  });
  const last = transactions.at(-1);
  const end = last === undefined || behind === null
    ? null
    : keyBetween(sortKey(last, sort), sortKey(behind, sort));
  const next = end === null ? null : writeCursor(end, page.query);
  return { ...totals.sum, transactions, next_cursor: next };
}

/** Collects matches in order, and the one behind the page if there is one. */
function transactionsFrom<Transaction extends TransactionRecord>(
  index: TransactionIndex<Transaction>,
  search: TransactionSearch,
  { from, limit }: { readonly from: number; readonly limit: number },
): { readonly transactions: readonly Transaction[]; readonly behind: Transaction | null } {
  const matched = matcherOf(index, search);
  const places = index.orderBy(search.sort ?? "newest");
  const transactions: Transaction[] = [];
  for (let at = from; at < places.length; at++) {
    const place = places[at] ?? 0;
    const transaction = index.transactions[place];
    if (transaction === undefined || matched(place) === undefined) continue;
    if (transactions.length === limit) return { transactions, behind: transaction };
    transactions.push(transaction);
  }
  return { transactions, behind: null };
}

/** Finds the first place behind a key by halving. */
function firstAfter(
  { transactions, orderBy }: TransactionIndex<TransactionRecord>,
  sort: Sort,
  after: SortKey,
): number {
  const places = orderBy(sort);
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const transaction = transactions[places[middle] ?? 0];
    if (transaction !== undefined && compareKeys(sortKey(transaction, sort), after) <= 0) {
      low = middle + 1;
    } else high = middle;
  }
  return low;
}
