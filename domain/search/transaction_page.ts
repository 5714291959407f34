import { cleanText } from "../base/clean_text.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, writeExactly } from "../base/money_format.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import { namesPayee } from "../payees/payee_key.ts";
import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./cursor.ts";
import type { Reach } from "./search_needle.ts";
import { amountsOf, MatchTotals } from "./transaction_groups.ts";
import type { NameTables, TransactionQuery } from "./transaction_query.ts";
import {
  forEachMatch,
  type Match,
  matchesOf,
  type Sort,
  sortKey,
  type TransactionIndex,
  type TransactionSearch,
} from "./transaction_search.ts";

/** Which page of a search. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** All arguments except the page's; a cursor belongs to one query. */
  readonly query: unknown;
}

/** One page, with totals of all matches. */
export interface TransactionPage extends Pick<MatchTotals, "count" | "sum_in" | "sum_out"> {
  readonly transactions: readonly TransactionRecord[];
  readonly next_cursor: string | null;
  /** The cursor after the first transactions of the page. */
  readonly cursorAfter: (count: number) => string | null;
}

/**
 * Finds one page.
 *
 * @throws {ToolError} `invalid_input` when the cursor belongs to another query.
 */
export function pageOfTransactions(
  index: TransactionIndex,
  search: TransactionSearch,
  page: PageRequest,
): TransactionPage {
  const { sort = "newest" } = search;
  const after = page.cursor === undefined ? null : readCursor(page.cursor, page.query);
  const matches = sorted([...matchesOf(index, search)], sort);
  const totals = new MatchTotals();
  for (const match of matches) totals.add(amountsOf(match));
  const keyAt = (at: number): SortKey => sortKey(transactionOf(matches[at] as Match), sort);
  const from = after === null
    ? 0
    : firstWhere(matches.length, (at) => compareKeys(keyAt(at), after) > 0);
  const until = Math.min(from + page.limit, matches.length);
  const cursorAfter = (count: number): string | null => {
    const next = from + count;
    if (count === 0 || next >= matches.length) return null;
    return writeCursor(keyBetween(keyAt(next - 1), keyAt(next)), page.query);
  };
  return {
    ...totals,
    transactions: matches.slice(from, until).map(transactionOf),
    next_cursor: cursorAfter(until - from),
    cursorAfter,
  };
}

function transactionOf({ chunk, place }: Match): TransactionRecord {
  return chunk.at(place);
}

/** Sorts newest-first matches; both sorts are stable. */
function sorted(matches: Match[], sort: Sort): readonly Match[] {
  if (sort === "newest") return matches;
  const rankOf = ({ chunk: { facts }, place }: Match): number =>
    sort === "oldest" ? facts.days[place] as number : -Math.abs(facts.amounts[place] as number);
  return matches.sort((one, other) => rankOf(one) - rankOf(other));
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
  index: TransactionIndex,
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
