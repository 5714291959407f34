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
  lineWords,
  NOT_FOUND,
  payeeWordsOf,
  preparedNeedle,
  type Reach,
  REACHES,
  TEXT_FIELDS,
  type TextField,
  textOf,
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
}

/** A match. Its transaction is built on demand, because most matches are only counted. */
export interface Match {
  readonly chunk: TransactionChunk;
  readonly place: number;
  /** Split lines in the requested categories; `null` if the whole transaction matches. */
  readonly lines: readonly SplitLineRecord[] | null;
}

export interface FoundMatches {
  readonly matches: readonly Match[];
  /** Where in the text all of these matches contain the search words. */
  readonly reach: Reach;
}

/**
 * Finds the live transactions that meet every condition, newest first. Of the transactions that
 * contain the search words, returns only those that contain them at the best reach. A matched pair
 * counts as one transaction, and its bank label is searched as well.
 */
export function findMatches(live: Transactions, search: TransactionSearch): FoundMatches {
  const { query: { payee, text, category_ids: categoryIds } } = search;
  const byRank: Match[][] = REACHES.map(() => []);
  for (const counted of countedChunks(live)) {
    const { chunk, leftOut } = counted;
    const conditions = conditionsOf(chunk, search);
    const ranks = [
      ...(payee === undefined ? [] : [textRanks(counted, payee, PAYEE_FIELDS)]),
      ...(text === undefined ? [] : [textRanks(counted, text, TEXT_FIELDS)]),
    ];
    for (const own of ranks) conditions.push((place) => own[place] !== NOT_FOUND);
    const linesAt = categoryIds && linesMatcher(chunk, categoryIds, search);
    let places: readonly number[] = [...chunk.facts.days.keys()];
    for (const holds of conditions) places = places.filter(holds);
    for (const place of places) {
      if (leftOut.has(place)) continue;
      const lines = linesAt === undefined ? null : linesAt(place);
      const rank = Math.max(0, ...ranks.map((own) => own[place] as number));
      if (lines !== undefined) byRank[rank]?.push({ chunk, place, lines });
    }
  }
  const best = byRank.findIndex(({ length }) => length > 0);
  return { matches: byRank[best] ?? [], reach: REACHES[best] ?? "inside" };
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
    // `linesMatcher` checks the direction of split lines instead.
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

/** Ranks transactions by where a field, a split line or an imported partner contains the text. */
function textRanks(
  { chunk, partners }: CountedChunk,
  typed: string,
  fields: readonly TextField[],
): Uint8Array {
  const needle = preparedNeedle(typed);
  const ranks = new Uint8Array(chunk.count).fill(NOT_FOUND);
  const add = (place: number, rank = NOT_FOUND): void => {
    ranks[place] = Math.min(ranks[place] as number, rank);
  };
  for (const field of fields) {
    const column = chunk.column(field);
    const found = textOf(column, field).ranksOf(needle);
    if (found.length === 0) continue;
    const { places } = column;
    for (let place = 0; place < chunk.count; place++) add(place, found[places[place] as number]);
  }
  for (const [place, lines] of chunk.linesByPlace) add(place, needle(lineWords(lines, fields)));
  for (const [place, partner] of partners) add(place, needle(payeeWordsOf(partner)));
  const id = typed.trim().toLowerCase();
  if (fields === PAYEE_FIELDS && /^[0-9a-f]{8}[0-9a-f-]*$/u.test(id)) {
    for (const place of placesOfPayee(chunk, id)) add(place, 0);
  }
  return ranks;
}

/** Finds the transactions, or their live split lines, whose payee's id begins with a prefix. */
function placesOfPayee(chunk: TransactionChunk, prefix: string): readonly number[] {
  const isWanted = (id: unknown): boolean => typeof id === "string" && id.startsWith(prefix);
  const isOwn = among(chunk.column("payee_id"), isWanted);
  return [...chunk.facts.days.keys()].filter((place) =>
    isOwn(place) ||
    liveLines({ subtransactions: chunk.linesAt(place) }).some((line) => isWanted(line.payee_id))
  );
}

/**
 * Returns a function that finds the split lines in the requested categories and direction; the
 * function returns `null` if the whole transaction matches. The category Uncategorized also finds
 * what has no category but needs one.
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

/** Minimum length, for a suggestion, of the search text and of a payee name found in it. */
const ENOUGH = 3;

/**
 * After a search without matches, returns the payee that the user probably meant: the one with the
 * longest name that occurs in the search ("Amazon" for "Amazon Video") or, if there is none, the
 * one with the most similar words.
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
