import type { TransactionRecord } from "../base/plan_records.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./cursor.ts";
import { MatchTotals } from "./transaction_groups.ts";
import {
  type ChunkMatches,
  matchesOf,
  type Sort,
  sortKey,
  type TransactionSearch,
} from "./transaction_search.ts";

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** All arguments except those of the page, because a cursor belongs to one query. */
  readonly query: unknown;
}

export interface TransactionPage extends Pick<MatchTotals, "count" | "sum_in" | "sum_out"> {
  readonly transactions: readonly TransactionRecord[];
  readonly next_cursor: string | null;
  readonly cursorAfter: (count: number) => string | null;
}

/** Returns one page, with totals of all matches. */
export function pageOfTransactions(
  live: Transactions<TransactionRecord>,
  search: TransactionSearch,
  page: PageRequest,
): TransactionPage {
  const { sort = "newest" } = search;
  const after = page.cursor === undefined ? null : readCursor(page.cursor, page.query);
  const found = [...matchesOf(live, search)];
  const totals = new MatchTotals();
  for (const { chunk, places, linesAt } of found) {
    for (const place of places) {
      const lines = linesAt(place);
      totals.add(lines === null ? [chunk.amountAt(place)] : lines.map(({ amount }) => amount));
    }
  }
  const matchAt = ordered(found, sort);
  const keyAt = (at: number): SortKey => sortKey(matchAt(at), sort);
  const from = after === null
    ? 0
    : firstWhere(totals.count, (at) => compareKeys(keyAt(at), after) > 0);
  const until = Math.min(from + page.limit, totals.count);
  const cursorAfter = (count: number): string | null => {
    const next = from + count;
    if (count === 0 || next >= totals.count) return null;
    return writeCursor(keyBetween(keyAt(next - 1), keyAt(next)), page.query);
  };
  return {
    ...totals,
    transactions: Array.from({ length: until - from }, (_, nth) => matchAt(from + nth)),
    next_cursor: cursorAfter(until - from),
    cursorAfter,
  };
}

/** Returns matches by their index in a sort order. Sorting is stable. */
function ordered(
  found: readonly ChunkMatches[],
  sort: Sort,
): (at: number) => TransactionRecord {
  const matches = found.flatMap(({ chunk, places }) =>
    places.map((place) => {
      const { days, amounts } = chunk.facts;
      const rank = sort === "oldest" ? days[place] as number : -Math.abs(amounts[place] as number);
      return { chunk, place, rank };
    })
  );
  if (sort !== "newest") matches.sort((one, other) => one.rank - other.rank);
  return (at) => {
    const { chunk, place } = matches[at] as (typeof matches)[number];
    return chunk.at(place);
  };
}

/**
 * Binary search for the first index that meets a condition, given that all later ones meet it too.
 */
function firstWhere(count: number, isBehind: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
