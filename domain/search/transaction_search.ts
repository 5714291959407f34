import { compareTexts, searchForm } from "../base/fold_text.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import { movedMoney, type MovingPart, type PendingRule } from "../base/special_categories.ts";
import { STATES } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
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
  /** Where in the text the search words must occur; by default, anywhere. */
  readonly reach?: Reach;
}

/** A match. Its transaction is built on demand because most matches are only counted. */
export interface Match {
  readonly chunk: TransactionChunk;
  readonly place: number;
  /** The matching split lines; `null` if the whole transaction matches. */
  readonly lines: readonly SplitLineRecord[] | null;
}

/**
 * Finds the live transactions that meet every condition, newest first. A matched pair counts as one
 * transaction, and its bank label is searched as well.
 */
export function findMatches(live: Transactions, search: TransactionSearch): readonly Match[] {
  const { query: { payee, text, category_ids: categoryIds }, reach } = search;
  const payeeNeedle = payee === undefined ? null : preparedNeedle(payee, reach);
  const payeeId = /^[0-9a-f]{8}[0-9a-f-]*$/u.exec(payee?.trim().toLowerCase() ?? "")?.[0];
  const textNeedle = text === undefined ? null : preparedNeedle(text, reach);
  const matches: Match[] = [];
  for (const counted of countedChunks(live)) {
    const { chunk, leftOut } = counted;
    const conditions = conditionsOf(chunk, search);
    if (payeeNeedle !== null) {
      const isNamed = hasText(counted, payeeNeedle, PAYEE_FIELDS);
      const isTheirs = payeeId === undefined ? null : hasPayeeId(chunk, payeeId);
      conditions.push(isTheirs === null ? isNamed : (place) => isNamed(place) || isTheirs(place));
    }
    if (textNeedle !== null) conditions.push(hasText(counted, textNeedle, TEXT_FIELDS));
    const linesAt = categoryIds && linesMatcher(chunk, categoryIds, search);
    let places: readonly number[] = [...chunk.facts.days.keys()];
    for (const holds of conditions) places = places.filter(holds);
    for (const place of places) {
      if (leftOut.has(place)) continue;
      const lines = linesAt === undefined ? null : linesAt(place);
      if (lines !== undefined) matches.push({ chunk, place, lines });
    }
  }
  return matches;
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
  for (const { chunk, place, lines } of matches) {
    totals.add(lines === null ? [chunk.amountAt(place)] : lines.map(({ amount }) => amount));
  }
  const { items, ...rest } = pageOfSorted(sort === "newest" ? matches : sorted(matches, sort), {
    ...page,
    keyOf: ({ chunk, place }) => sortKey(chunk.at(place), sort),
  });
  return { ...totals, ...rest, transactions: items.map(({ chunk, place }) => chunk.at(place)) };
}

function sorted(matches: readonly Match[], sort: "oldest" | "largest"): readonly Match[] {
  const rankOf = ({ chunk: { facts }, place }: Match): number =>
    sort === "oldest" ? facts.days[place] as number : -Math.abs(facts.amounts[place] as number);
  return matches.toSorted((one, other) => rankOf(one) - rankOf(other));
}

type Condition = (place: number) => boolean;

function conditionsOf(chunk: TransactionChunk, { query, rule }: TransactionSearch): Condition[] {
  const { amounts } = chunk.facts;
  const conditions: Condition[] = [];
  const { since, until, amount, min_amount: least, max_amount: most, direction } = query;
  if (since !== undefined) conditions.push((place) => chunk.dateAt(place) >= since);
  if (until !== undefined) conditions.push((place) => chunk.dateAt(place) <= until);
  if (amount !== undefined) conditions.push((place) => amounts[place] === amount);
  if (least !== undefined) conditions.push((place) => (amounts[place] as number) >= least);
  if (most !== undefined) conditions.push((place) => (amounts[place] as number) <= most);
  if (direction !== undefined) {
    const isWanted = hasDirection(direction);
    // For split lines, `linesMatcher` checks the direction.
    const areLinesAsked = query.category_ids !== undefined;
    conditions.push((place) =>
      (areLinesAsked && chunk.hasState(place, STATES.liveSplit)) ||
      isWanted(amounts[place] as number)
    );
  }
  if (query.unapproved === true) {
    conditions.push((place) => !chunk.hasState(place, STATES.approved));
  }
  const { account_ids: accountIds, cleared, flag } = query;
  const addColumn = (name: string, isWanted: (value: FieldValue) => boolean): void => {
    conditions.push(among(chunk.column(name), isWanted));
  };
  if (accountIds !== undefined) addColumn("account_id", (id) => accountIds.has(id as string));
  if (cleared !== undefined) addColumn("cleared", (state) => state === cleared);
  if (flag !== undefined) addColumn("flag_color", (color) => color === flag);
  if (query.uncategorized === true) {
    // This condition is equivalent to `isPending`.
    const { uncategorizedIds, onBudgetAccountIds } = rule;
    addColumn("category_id", (id) => (id ?? null) === null || uncategorizedIds.has(id as string));
    addColumn("transfer_account_id", (id) => (id ?? null) === null);
    addColumn("account_id", (id) => onBudgetAccountIds.has(id as string));
    conditions.push((place) => !chunk.hasState(place, STATES.liveSplit));
  }
  return conditions;
}

function hasDirection(direction: "in" | "out" | undefined): (amount: number) => boolean {
  if (direction === undefined) return () => true;
  return direction === "in" ? (amount) => amount > 0 : (amount) => amount < 0;
}

const PAYEE_FIELDS = TEXT_FIELDS.filter((field) => field !== "memo");

/** Returns a condition that tests each distinct value only once. */
function among(column: Column, isWanted: (value: FieldValue) => boolean): Condition {
  const { places } = column;
  const wanted = Uint8Array.from(column.all, (value) => isWanted(value) ? 1 : 0);
  return (place) => wanted[places[place] as number] === 1;
}

/** Tests whether the id of the payee, or of a split line's payee, begins with a prefix. */
function hasPayeeId(chunk: TransactionChunk, prefix: string): Condition {
  const isWanted = (id: unknown): boolean => typeof id === "string" && id.startsWith(prefix);
  const isOwn = among(chunk.column("payee_id"), isWanted);
  return (place) =>
    isOwn(place) ||
    liveLines({ subtransactions: chunk.linesAt(place) }).some((line) => isWanted(line.payee_id));
}

/** Searches a transaction, its split lines, and the payee of its matched imported transaction. */
function hasText(
  { chunk, partners }: CountedChunk,
  needle: Needle,
  fields: readonly TextField[],
): Condition {
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
  return (place) => found[place] === 1;
}

/**
 * Returns a function that finds the split lines with a requested category and the requested
 * direction; the function returns `null` if the whole transaction matches. The category
 * Uncategorized also matches anything that has no category but needs one.
 */
function linesMatcher(
  chunk: TransactionChunk,
  categoryIds: ReadonlySet<string>,
  { query: { direction }, rule }: TransactionSearch,
): (place: number) => readonly SplitLineRecord[] | null | undefined {
  const isNone = (id: string): boolean => id === "" || rule.uncategorizedIds.has(id);
  const wanted = [...categoryIds].some(isNone) ? new Set(["", ...categoryIds]) : categoryIds;
  const isWanted = among(chunk.column("category_id"), (id) => wanted.has((id ?? "") as string));
  const isWantedAmount = hasDirection(direction);
  const isCounted = (part: MovingPart, place: number): boolean =>
    !isNone(part.category_id ?? "") || movedMoney(part, chunk.at(place).account_id, rule) === null;
  return (place) => {
    if (!chunk.hasState(place, STATES.liveSplit)) {
      return isWanted(place) && isCounted(chunk.at(place), place) ? null : undefined;
    }
    const lines = liveLines({ subtransactions: chunk.linesAt(place) }).filter((line) =>
      wanted.has(line.category_id ?? "") && isWantedAmount(line.amount) && isCounted(line, place)
    );
    return lines.length > 0 ? lines : undefined;
  };
}

/**
 * A payee is suggested only if the search text has at least this many characters. The search text
 * is checked for a payee's name only if the name has at least this many characters.
 */
const ENOUGH = 3;

/**
 * Returns the payee name that a search without matches probably meant: the longest name in the
 * search text ("Amazon" for "Amazon Video") or, if the text contains no name, the most similar.
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
  const names = new Set<string>();
  for (const chunk of chunksOf(transactions)) {
    const { all, places } = chunk.column("payee_name");
    for (const place of new Set(places)) names.add(String(all[place] ?? ""));
  }
  names.delete("");
  return [...names].sort((one, other) => one.length - other.length || compareTexts(one, other));
}
