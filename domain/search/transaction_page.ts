import { cleanText } from "../base/clean_text.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, writeExactly } from "../base/money_format.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import { namesPayee } from "../payees/payee_key.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./cursor.ts";
import type { Reach } from "./search_needle.ts";
import { MatchTotals } from "./transaction_groups.ts";
import type { NameTables, TransactionQuery } from "./transaction_query.ts";
import {
  type ChunkMatches,
  forEachMatch,
  matchesOf,
  type Sort,
  sortKey,
  type TransactionSearch,
} from "./transaction_search.ts";

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** All arguments except the page's; a cursor belongs to one query. */
  readonly query: unknown;
}

export interface TransactionPage extends Pick<MatchTotals, "count" | "sum_in" | "sum_out"> {
  readonly transactions: readonly TransactionRecord[];
  readonly next_cursor: string | null;
  readonly cursorAfter: (count: number) => string | null;
}

/** Finds one page. */
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

/** Gives matches by their index in an order; sorting is stable. */
function ordered(
  found: readonly ChunkMatches[],
  sort: Sort,
): (at: number) => TransactionRecord {
  if (sort === "newest") {
    return (at) => {
      let rest = at;
      for (const { chunk, places } of found) {
        if (rest < places.length) return chunk.at(places[rest] as number);
        rest -= places.length;
      }
      throw new RangeError(`No match ${at}`);
    };
  }
  const matches = found.flatMap(({ chunk, places }) =>
    places.map((place) => {
      const { days, amounts } = chunk.facts;
      const rank = sort === "oldest" ? days[place] as number : -Math.abs(amounts[place] as number);
      return { chunk, place, rank };
    })
  ).sort((one, other) => one.rank - other.rank);
  return (at) => {
    const { chunk, place } = matches[at] as (typeof matches)[number];
    return chunk.at(place);
  };
}

/** The first index that meets a condition which all later ones meet too. */
function firstWhere(count: number, isBehind: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Hint with the number of matches for the opposite sign. */
export function oppositeHint(
  live: Transactions<TransactionRecord>,
  search: TransactionSearch,
  format: MoneyFormat,
): string | null {
  const { amount } = search.query;
  if (amount === undefined || amount === 0) return null;
  let count = 0;
  const query = { ...search.query, amount: -amount, direction: undefined };
  forEachMatch(live, { ...search, query }, () => count += 1);
  if (count === 0) return null;
  const [wanted, opposite] = [amount, -amount].map((one) =>
    writeExactly(fromMilliunits(one), format)
  );
  const direction = amount > 0 ? "money out is negative" : "money in is positive";
  return `no transaction is ${wanted}, but ${count} ${count === 1 ? "is" : "are"} ${opposite}: ` +
    direction;
}

/** Hint that the matches only contain the search text. */
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

/** One transaction; amounts in milliunits. */
export interface TransactionLine {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly flag: string | null;
  readonly cleared: string;
  readonly approved: boolean;
  readonly transfer: boolean;
  /** Type of a loan account's entry, such as `interest`, which has no payee. */
  readonly loan: string | null;
  readonly lines: readonly {
    readonly amount: number;
    readonly category: string | null;
    readonly memo: string | null;
  }[];
}

/** Shows a transaction under current names. */
export function transactionLine(
  transaction: TransactionRecord,
  names: NameTables,
): TransactionLine {
  const lines = liveLines(transaction);
  return {
    transaction_id: transaction.id,
    date: transaction.date,
    amount: transaction.amount,
    payee: transaction.payee_name ?? null,
    memo: transaction.memo ?? null,
    account: names.accounts.get(transaction.account_id) ?? transaction.account_name,
    category: lines.length > 0 ? null : categoryName(transaction, names),
    flag: transaction.flag_color ?? null,
    cleared: transaction.cleared,
    approved: transaction.approved,
    transfer: (transaction.transfer_account_id ?? null) !== null,
    loan: namesPayee(transaction) ? null : transaction.debt_transaction_type ?? null,
    lines: lines.map((line) => ({
      amount: line.amount,
      category: categoryName(line, names),
      memo: line.memo ?? null,
    })),
  };
}

/** Returns the current name of the category of a transaction, a split line or a schedule. */
export function categoryName(
  part: Pick<SplitLineRecord, "category_id" | "category_name">,
  names: NameTables,
): string | null {
  const id = part.category_id ?? null;
  if (id === null || names.uncategorizedIds.has(id)) return null;
  return names.categories.get(id) ?? part.category_name ?? null;
}
