import { compareTexts, searchForm } from "../base/fold_text.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import { isPending, type PendingRule } from "../base/special_categories.ts";
import {
  chunksOf,
  type CountedChunk,
  countedChunks,
  type Transactions,
} from "../transactions/transaction_chunks.ts";
import { nearestWord } from "../references/nearest_word.ts";
import { type Page, pageOfSorted, type Paging, type SortKey } from "./cursor.ts";
import {
  type Needle,
  payeeWordsOf,
  preparedNeedle,
  type Reach,
  REACHES,
  TEXT_FIELDS,
  type TextField,
  textOf,
  wordsOfLines,
} from "./search_text.ts";
import type { TransactionQuery } from "./transaction_query.ts";

export const SORTS = ["newest", "oldest", "largest"] as const;

export type Sort = (typeof SORTS)[number];

export function sortKey(
  transaction: Pick<TransactionRecord, "id" | "date" | "amount">,
  sort: Sort,
): SortKey {
  const date = Number(transaction.date.replaceAll("-", ""));
  switch (sort) {
    case "newest":
      return [-date, transaction.id];
    case "oldest":
      return [date, transaction.id];
    case "largest":
      return [-Math.abs(transaction.amount), -date, transaction.id];
  }
}

export interface TransactionSearch {
  readonly query: TransactionQuery;
  readonly rule: PendingRule;
  /** How text must contain the search words; by default, anywhere. */
  readonly reach?: Reach;
}

export interface Match {
  readonly transaction: TransactionRecord;
  /** Split lines in the requested categories; `null` if the whole transaction matches. */
  readonly lines: readonly SplitLineRecord[] | null;
}

/**
 * Finds the live transactions that meet every condition, newest first. A matched pair counts as one
 * transaction, whose bank label is searched, too.
 */
export function findMatches(live: Transactions, search: TransactionSearch): readonly Match[] {
  const { payee, text } = search.query;
  const [payeeNeedle = null, textNeedle = null] = [payee, text].map((typed) =>
    typed === undefined ? null : preparedNeedle(typed, search.reach)
  );
  const isWanted = condition(search);
  return countedChunks(live).flatMap((counted): readonly Match[] => {
    const { chunk, leftOut } = counted;
    const found = [
      ...placesWithText(counted, payeeNeedle, PAYEE_FIELDS),
      ...placesWithText(counted, textNeedle, TEXT_FIELDS),
    ];
    const matches: Match[] = [];
    for (let place = 0; place < chunk.count; place++) {
      if (leftOut.has(place) || found.some((places) => places[place] === 0)) continue;
      const transaction = chunk.at(place);
      if (!isWanted(transaction)) continue;
      const lines = linesOf(transaction, search.query);
      if (lines !== undefined) matches.push({ transaction, lines });
    }
    return matches;
  });
}

export function findBestMatches(
  live: Transactions,
  search: Omit<TransactionSearch, "reach">,
): { readonly matches: readonly Match[]; readonly reach: Reach } {
  const { payee, text } = search.query;
  const reaches = payee === undefined && text === undefined ? REACHES.slice(0, 1) : REACHES;
  for (const reach of reaches) {
    const matches = findMatches(live, { ...search, reach });
    if (matches.length > 0) return { matches, reach };
  }
  return { matches: [], reach: "inside" };
}

export class MatchTotals {
  count = 0;
  sum_in = 0;
  sum_out = 0;

  add(amounts: readonly number[]): void {
    this.count += 1;
    for (const amount of amounts) {
      if (amount > 0) this.sum_in += amount;
      else this.sum_out += amount;
    }
  }
}

export interface TransactionPage
  extends Omit<Page<Match>, "items">, Pick<MatchTotals, "count" | "sum_in" | "sum_out"> {
  readonly transactions: readonly TransactionRecord[];
}

export function pageOfTransactions(
  matches: readonly Match[],
  sort: Sort,
  page: Paging,
): TransactionPage {
  const totals = new MatchTotals();
  for (const { transaction, lines } of matches) {
    totals.add((lines ?? [transaction]).map(({ amount }) => amount));
  }
  const { items, ...rest } = pageOfSorted(inSortOrder(matches, sort), {
    ...page,
    keyOf: ({ transaction }) => sortKey(transaction, sort),
  });
  return { ...totals, ...rest, transactions: items.map(({ transaction }) => transaction) };
}

function inSortOrder(matches: readonly Match[], sort: Sort): readonly Match[] {
  if (sort === "newest") return matches;
  return matches.toSorted(({ transaction: one }, { transaction: other }) =>
    sort === "oldest"
      ? compareTexts(one.date, other.date)
      : Math.abs(other.amount) - Math.abs(one.amount)
  );
}

/** Returns a test of all conditions except text and categories. */
function condition(
  { query, rule }: TransactionSearch,
): (transaction: TransactionRecord) => boolean {
  const { since = "", until = "9999", minAmount = -Infinity, maxAmount = Infinity } = query;
  const isAny = (wanted: unknown, actual: unknown): boolean =>
    wanted === undefined || wanted === actual;
  return (one) =>
    one.date >= since && one.date <= until &&
    one.amount >= minAmount && one.amount <= maxAmount &&
    isAny(query.amount, one.amount) &&
    isAny(query.cleared, one.cleared) &&
    isAny(query.flag, one.flag_color) &&
    (query.accountIds?.has(one.account_id) ?? true) &&
    !(query.isUnapproved === true && one.approved) &&
    (query.isUncategorized !== true || isPending(one, rule)) &&
    // `linesOf` checks the direction of split lines instead.
    ((query.categoryIds !== undefined && liveLines(one).length > 0) ||
      hasDirection(one.amount, query.direction));
}

function hasDirection(amount: number, direction: TransactionQuery["direction"]): boolean {
  if (direction === undefined) return true;
  return direction === "in" ? amount > 0 : amount < 0;
}

const PAYEE_FIELDS = TEXT_FIELDS.filter((field) => field !== "memo");

function placesWithText(
  { chunk, partners }: CountedChunk,
  needle: Needle | null,
  fields: readonly TextField[],
): readonly Uint8Array[] {
  if (needle === null) return [];
  const found = new Uint8Array(chunk.count);
  for (const field of fields) {
    const column = chunk.column(field);
    const hits = textOf(column, field).find(needle);
    if (hits.size === 0) continue;
    const { places } = column;
    for (let place = 0; place < chunk.count; place++) {
      if (hits.has(places[place] as number)) found[place] = 1;
    }
  }
  for (const [place, { payee, memo }] of wordsOfLines(chunk.linesByPlace)) {
    const isFound = needle(payee) || (fields === TEXT_FIELDS && needle(memo));
    if (isFound) found[place] = 1;
  }
  for (const [place, partner] of partners) {
    if (needle(payeeWordsOf(partner))) found[place] = 1;
  }
  return [found];
}

function linesOf(
  transaction: TransactionRecord,
  { categoryIds, direction }: TransactionQuery,
): readonly SplitLineRecord[] | null | undefined {
  if (categoryIds === undefined) return null;
  const lines = liveLines(transaction);
  if (lines.length === 0) {
    return categoryIds.has(transaction.category_id ?? "") ? null : undefined;
  }
  const wanted = lines.filter((line) =>
    categoryIds.has(line.category_id ?? "") && hasDirection(line.amount, direction)
  );
  return wanted.length > 0 ? wanted : undefined;
}

/** Minimum length of a search, and of a payee name contained in the search, for a suggestion. */
const ENOUGH = 3;

/**
 * Returns the payee that was probably meant by a search without matches: the longest name that the
 * search contains ("Amazon" for "Amazon Video"), or else the payee with the most similar words.
 */
export function nearPayee(typed: string, transactions: Transactions): string | null {
  const wanted = searchForm(typed);
  if (wanted.length < ENOUGH) return null;
  const count = wanted.split(" ").length;
  const contained: string[] = [];
  const byWords = new Map<string, string>();
  for (const name of payeesByLength(transactions)) {
    const form = searchForm(name);
    if (form.length >= ENOUGH && ` ${wanted} `.includes(` ${form} `)) contained.push(name);
    const words = form.split(" ");
    for (let start = 0; start === 0 || start + count <= words.length; start++) {
      const run = words.slice(start, start + count).join(" ");
      if (!byWords.has(run)) byWords.set(run, name);
    }
  }
  const similar = nearestWord(wanted, [...byWords.keys()], 1 / 3);
  return contained.at(-1) ?? (similar === null ? null : byWords.get(similar) ?? null);
}

function payeesByLength(transactions: Transactions): readonly string[] {
  const rows = chunksOf(transactions).flatMap(({ all }) => all);
  const names = new Set(rows.map(({ payee_name: name }) => name ?? ""));
  names.delete("");
  return [...names].sort((one, other) => one.length - other.length || compareTexts(one, other));
}
