import { cleanText } from "../base/clean_text.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, writeExactly } from "../base/money_format.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./cursor.ts";
import type { Reach } from "./search_needle.ts";
import { type MatchTotals, MatchTotalsSum } from "./transaction_groups.ts";
import {
  chunkNumberAt,
  type IndexedChunk,
  type Sort,
  sortKey,
  type TransactionIndex,
} from "./transaction_index.ts";
import type { TransactionQuery } from "./transaction_query.ts";
import {
  forEachMatch,
  forEachPlace,
  matcherOf,
  type TransactionSearch,
} from "./transaction_search.ts";

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
  /** Gives the cursor of what follows the first transactions of the page. */
  readonly cursorAfter: (count: number) => string | null;
}

/**
 * Finds one page.
 *
 * @throws {ToolError} `invalid_input` when the cursor belongs to another query.
 */
export function pageOfTransactions<Transaction extends TransactionRecord>(
  index: TransactionIndex<Transaction>,
  search: TransactionSearch,
  page: PageRequest,
): TransactionPage<Transaction> {
  const sort = search.sort ?? "newest";
  const after = page.cursor === undefined ? null : readCursor(page.cursor, page.query);
  const totals = new MatchTotalsSum();
  forEachPlace(index, search, ({ facts: { amounts } }, place, lines) => {
    if (lines === null) totals.addAmount(amounts[place] as number);
    else totals.addLines(lines);
  });
  const { transactions, behind } = transactionsFrom(index, search, {
    from: after === null ? 0 : firstAfter(index, sort, after),
    limit: page.limit,
  });
  const cursorAfter = (count: number): string | null => {
    const last = transactions[count - 1];
    const next = transactions[count] ?? behind;
    if (last === undefined || next === null) return null;
    return writeCursor(keyBetween(sortKey(last, sort), sortKey(next, sort)), page.query);
  };
  const next = cursorAfter(transactions.length);
  return { ...totals.sum, transactions, next_cursor: next, cursorAfter };
}

/** Collects matches in order, and the one behind the page if there is one. */
function transactionsFrom<Transaction extends TransactionRecord>(
  index: TransactionIndex<Transaction>,
  search: TransactionSearch,
  { from, limit }: { readonly from: number; readonly limit: number },
): { readonly transactions: readonly Transaction[]; readonly behind: Transaction | null } {
  const matched = matcherOf(index, search);
  const placeAt = placesIn(index, search.sort ?? "newest");
  const transactions: Transaction[] = [];
  for (let at = from; at < index.count; at++) {
    const place = placeAt(at);
    if (matched(place) === undefined) continue;
    const transaction = transactionAt(index, place);
    if (transactions.length === limit) return { transactions, behind: transaction };
    transactions.push(transaction);
  }
  return { transactions, behind: null };
}

/** Finds the first place behind a key by halving. */
function firstAfter(
  index: TransactionIndex<TransactionRecord>,
  sort: Sort,
  after: SortKey,
): number {
  const placeAt = placesIn(index, sort);
  let low = 0;
  let high = index.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const transaction = transactionAt(index, placeAt(middle));
    if (compareKeys(sortKey(transaction, sort), after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest come as they are kept. */
function placesIn(
  index: TransactionIndex<TransactionRecord>,
  sort: Sort,
): (at: number) => number {
  if (sort === "newest") return (at) => at;
  const places = index.orderBy(sort);
  return (at) => places[at] as number;
}

function transactionAt<Transaction extends TransactionRecord>(
  { chunks }: TransactionIndex<Transaction>,
  place: number,
): Transaction {
  const { chunk, first } = chunks[chunkNumberAt(chunks, place)] as IndexedChunk<Transaction>;
  return chunk.at(place - first);
}

/** Says what a search for an exact amount would find with the other sign. */
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

/** Says that what was found is not called what was typed. */
export function reachHint(
  { payee, text }: Pick<TransactionQuery, "payee" | "text">,
  { reach, count }: { readonly reach: Reach; readonly count: number },
): string | null {
  if (reach === "word" || count === 0) return null;
  const missing = text === undefined
    ? `No payee is called ${cleanText(payee ?? "")}`
    : `No row has the words ${cleanText([payee, text].filter(Boolean).join(", "))}`;
  const rows = count === 1 ? "1 row has" : `${count} rows have`;
  const instead = reach === "start"
    ? `${count === 1 ? "a word that begins" : "words that begin"} with it`
    : "these letters inside a word or bank reference";
  return `${missing} in this search; ${rows} ${instead}`;
}
