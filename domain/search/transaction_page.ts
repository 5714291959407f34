/**
 * One page of a search and the totals over all of it.
 *
 * @module
 */

import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./page.ts";
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
export interface TransactionPage<Row extends TransactionRecord> extends MatchTotals {
  readonly rows: readonly Row[];
  readonly next_cursor: string | null;
}

/**
 * Finds one page.
 *
 * @param index The rows of a plan.
 * @param search What is looked for, and the order.
 * @param page Which page.
 * @returns The page's rows and the totals over every match.
 * @throws {ToolError} `invalid_input` when the cursor belongs to another query.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * const page = pageOfTransactions(transactionIndex([]), { query: {}, rule }, { limit: 5, query: {} });
 * assertEquals(page, { count: 0, sum_in: 0, sum_out: 0, rows: [], next_cursor: null });
 * ```
 */
export function pageOfTransactions<Row extends TransactionRecord>(
  index: TransactionIndex<Row>,
  search: TransactionSearch,
  page: PageRequest,
): TransactionPage<Row> {
  const sort = search.sort ?? "newest";
  const after = page.cursor === undefined ? null : readCursor(page.cursor, page.query);
  const totals = new MatchTotalsSum();
  forEachMatch(index, search, (row, lines) => totals.add(row, lines));
  const { rows, behind } = rowsFrom(index, search, {
    from: after === null ? 0 : firstAfter(index, sort, after),
    limit: page.limit,
  });
  const last = rows.at(-1);
  const end = last === undefined || behind === null
    ? null
    : keyBetween(sortKey(last, sort), sortKey(behind, sort));
  const next = end === null ? null : writeCursor(end, page.query);
  return { ...totals.sum, rows, next_cursor: next };
}

/** Collects matches in order, and the one behind the page if there is one. */
function rowsFrom<Row extends TransactionRecord>(
  index: TransactionIndex<Row>,
  search: TransactionSearch,
  { from, limit }: { readonly from: number; readonly limit: number },
): { readonly rows: readonly Row[]; readonly behind: Row | null } {
  const matched = matcherOf(index, search);
  const places = index.placesIn(search.sort ?? "newest");
  const rows: Row[] = [];
  for (let at = from; at < places.length; at++) {
    const place = places[at] ?? 0;
    const row = index.rows[place];
    if (row === undefined || matched(place) === undefined) continue;
    if (rows.length === limit) return { rows, behind: row };
    rows.push(row);
  }
  return { rows, behind: null };
}

/** Finds the first place behind a key by halving. */
function firstAfter(
  { rows, placesIn }: TransactionIndex<TransactionRecord>,
  sort: Sort,
  after: SortKey,
): number {
  const places = placesIn(sort);
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[places[middle] ?? 0];
    if (row !== undefined && compareKeys(sortKey(row, sort), after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
