import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import type { PendingRule } from "../plan/pending_category.ts";
import { dayAsNumber, STATES } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { type Needle, preparedNeedle, type Reach, REACHES } from "./search_needle.ts";
import {
  chunkNumberAt,
  type IndexedChunk,
  type Sort,
  type TransactionIndex,
} from "./transaction_index.ts";
import type { TransactionQuery } from "./transaction_query.ts";
import {
  findIn,
  payeeWordsOf,
  TEXT_FIELDS,
  type TextField,
  wordsOfLines,
} from "./transaction_words.ts";

/** What is looked for, and in which order matches come. */
export interface TransactionSearch {
  readonly query: TransactionQuery;
  /** What makes a transaction uncategorized. */
  readonly rule: PendingRule;
  readonly sort?: Sort;
  /** How a text has to have what is looked for; letters anywhere when absent. */
  readonly reach?: Reach;
}

/** Prepares a search. */
export function matcherOf(
  { chunks }: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
): (place: number) => Matched {
  const prepared = preparedSearch(search);
  const matchers: (ChunkMatcher | undefined)[] = [];
  return (place) => {
    const number = chunkNumberAt(chunks, place);
    const indexed = chunks[number];
    if (indexed === undefined) return undefined;
    const { from, until, at } = matchers[number] ??= chunkMatcher(indexed, prepared);
    const own = place - indexed.first;
    return own < from || own >= until ? undefined : at(own);
  };
}

/** Gets the place of a match in its chunk, with its lines as {@linkcode Matched} has them. */
export type PlaceVisitor<Transaction extends TransactionRecord> = (
  chunk: TransactionChunk<Transaction>,
  place: number,
  lines: readonly SplitLineRecord[] | null,
) => void;

/** Visits the places of transactions that meet every condition, the newest first. */
export function forEachPlace<Transaction extends TransactionRecord>(
  { chunks }: TransactionIndex<Transaction>,
  search: TransactionSearch,
  visit: PlaceVisitor<Transaction>,
): void {
  const prepared = preparedSearch(search);
  for (const indexed of chunks) {
    const { from, until, at } = chunkMatcher(indexed, prepared);
    for (let place = from; place < until; place++) {
      const lines = at(place);
      if (lines !== undefined) visit(indexed.chunk, place, lines);
    }
  }
}

/** Tells the closest reach within which a search finds something. */
export function closestReach(
  { chunks }: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
): Reach {
  if (search.query.payee === undefined && search.query.text === undefined) return "word";
  for (const reach of REACHES) {
    const prepared = preparedSearch({ ...search, reach });
    for (const indexed of chunks) {
      const { from, until, at } = chunkMatcher(indexed, prepared);
      for (let place = from; place < until; place++) if (at(place) !== undefined) return reach;
    }
  }
  return "inside";
}

/** Visits the transactions that meet every condition, the newest first. */
export function forEachMatch<Transaction extends TransactionRecord>(
  index: TransactionIndex<Transaction>,
  search: TransactionSearch,
  visit: (transaction: Transaction, lines: readonly SplitLineRecord[] | null) => void,
): void {
  forEachPlace(index, search, (chunk, place, lines) => visit(chunk.at(place), lines));
}

function preparedSearch({ query, rule, reach }: TransactionSearch): PreparedSearch {
  const needle = (typed: string | undefined): PreparedSearch["payee"] =>
    typed === undefined ? null : preparedNeedle(typed, reach);
  return { query, rule, payee: needle(query.payee), text: needle(query.text) };
}

/** Lines of the wanted categories, `null` for a whole transaction, `undefined` for no match. */
export type Matched = readonly SplitLineRecord[] | null | undefined;

/** A search with its needles ready. */
export interface PreparedSearch {
  readonly query: TransactionQuery;
  readonly rule: PendingRule;
  readonly payee: Needle | null;
  readonly text: Needle | null;
}

/** What a search finds in a chunk. */
export interface ChunkMatcher {
  /** Nothing before this place matches, */
  readonly from: number;
  /** and nothing from this place on. */
  readonly until: number;
  readonly at: (place: number) => Matched;
}

/** Tells of a place whether it meets a condition. */
type Condition = (place: number) => boolean;

/** Prepares a search of a chunk. */
export function chunkMatcher(
  indexed: IndexedChunk<TransactionRecord>,
  search: PreparedSearch,
): ChunkMatcher {
  const { chunk, leftOut } = indexed;
  const range = rangeOf(chunk, search.query);
  const conditions = range.from >= range.until ? [] : conditionsOf(indexed, search);
  if (leftOut.size > 0) conditions.unshift((place) => !leftOut.has(place));
  const linesAt = linesMatcher(chunk, search.query);
  const [first, second] = conditions;
  if (first === undefined) return { ...range, at: linesAt };
  if (second === undefined) {
    return { ...range, at: (place) => first(place) ? linesAt(place) : undefined };
  }
  const at = (place: number): Matched => {
    for (let nth = 0; nth < conditions.length; nth++) {
      if (!(conditions[nth] as Condition)(place)) return undefined;
    }
    return linesAt(place);
  };
  return { ...range, at };
}

/** Tells where the wanted days of a chunk begin and end, by halving. */
export function rangeOf(
  { facts: { days, odd }, count }: TransactionChunk,
  { since, until }: TransactionQuery,
): Pick<ChunkMatcher, "from" | "until"> {
  // A day that is none stands anywhere.
  if (odd.size > 0) return { from: 0, until: count };
  return {
    from: until === undefined ? 0 : countAbove(days, dayAsNumber(until)),
    until: since === undefined ? count : countAbove(days, dayAsNumber(since) - 1),
  };
}

function countAbove(days: Int32Array, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] as number) > day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function conditionsOf(
  indexed: IndexedChunk<TransactionRecord>,
  { query, rule, payee, text }: PreparedSearch,
): Condition[] {
  const { chunk } = indexed;
  const { amounts, states, odd } = chunk.facts;
  const conditions: Condition[] = [];
  if (odd.size > 0) {
    const { since, until } = query;
    const dateAt = (place: number): string => chunk.at(place).date;
    if (since !== undefined) conditions.push((place) => dateAt(place) >= since);
    if (until !== undefined) conditions.push((place) => dateAt(place) <= until);
  }
  const { amount, minAmount, maxAmount, direction } = query;
  if (amount !== undefined) conditions.push((place) => amounts[place] === amount);
  if (minAmount !== undefined) conditions.push((place) => (amounts[place] as number) >= minAmount);
  if (maxAmount !== undefined) conditions.push((place) => (amounts[place] as number) <= maxAmount);
  if (direction !== undefined) {
    const goesThere = isToward(direction);
    // Of a split only the lines of the wanted categories count: they are asked later.
    const areLinesAsked = query.categoryIds !== undefined;
    conditions.push((place) =>
      (areLinesAsked && isSplitAt(states, place)) || goesThere(amounts[place] as number)
    );
  }
  if (query.isUnapproved === true) {
    conditions.push((place) => ((states[place] as number) & STATES.approved) === 0);
  }
  const { accountIds, cleared, flag } = query;
  const addColumn = (name: string, isWanted: (value: FieldValue) => boolean): void => {
    conditions.push(among(chunk.column(name), isWanted));
  };
  if (accountIds !== undefined) addColumn("account_id", (id) => accountIds.has(id as string));
  if (cleared !== undefined) addColumn("cleared", (state) => state === cleared);
  if (flag !== undefined) addColumn("flag_color", (color) => color === flag);
  if (query.isUncategorized === true) conditions.push(...pendingConditions(chunk, rule));
  if (payee !== null) conditions.push(textCondition(indexed, payee, PAYEE_FIELDS));
  if (text !== null) conditions.push(textCondition(indexed, text, TEXT_FIELDS));
  return conditions;
}

/** Tells whether money goes in or out. */
function isToward(direction: "in" | "out" | undefined): (amount: number) => boolean {
  if (direction === undefined) return () => true;
  return direction === "in" ? (amount) => amount > 0 : (amount) => amount < 0;
}

function isSplitAt(states: Uint8Array, place: number): boolean {
  return ((states[place] as number) & STATES.liveSplit) !== 0;
}

const PAYEE_FIELDS = TEXT_FIELDS.filter((field) => field !== "memo");

/** See `isPending`. */
function pendingConditions(chunk: TransactionChunk, rule: PendingRule): readonly Condition[] {
  const { states } = chunk.facts;
  return [
    among(
      chunk.column("category_id"),
      (id) => id === null || id === undefined || rule.uncategorizedIds.has(id as string),
    ),
    among(chunk.column("transfer_account_id"), (id) => (id ?? null) === null),
    among(chunk.column("account_id"), (id) => rule.onBudgetAccountIds.has(id as string)),
    (place) => !isSplitAt(states, place),
  ];
}

/** Asks each different value once. */
function among(column: Column, isWanted: (value: FieldValue) => boolean): Condition {
  const { places } = column;
  const wanted = Uint8Array.from(column.all, (value) => isWanted(value) ? 1 : 0);
  return (place) => wanted[places[place] as number] === 1;
}

/** Whether one of the fields holds the needle, or a line, or the payee of a partner. */
function textCondition(
  { chunk, partners }: IndexedChunk<TransactionRecord>,
  needle: Needle,
  fields: readonly TextField[],
): Condition {
  const found = new Uint8Array(chunk.count);
  for (const field of fields) {
    const column = chunk.column(field);
    const hits = new Uint8Array(column.valueCount);
    findIn(column, { field, needle, hits });
    markFound(column, hits, found);
  }
  for (const [place, { payee, memo }] of wordsOfLines(chunk.linesByPlace)) {
    const isFound = needle.isIn(payee) || (fields === TEXT_FIELDS && needle.isIn(memo));
    if (isFound) found[place] = 1;
  }
  for (const [place, partner] of partners) {
    if (needle.isIn(payeeWordsOf(partner))) found[place] = 1;
  }
  return (place) => found[place] === 1;
}

/** Marks the places of the values that hold the needle. */
function markFound(column: Column, hits: Uint8Array, found: Uint8Array): void {
  if (!hits.includes(1)) return;
  const { places } = column;
  for (let place = 0; place < places.length; place++) {
    if (hits[places[place] as number] === 1) found[place] = 1;
  }
}

/** Tells what of a transaction is in one of the categories, and goes in or out as wanted. */
function linesMatcher(
  chunk: TransactionChunk,
  { categoryIds, direction }: TransactionQuery,
): (place: number) => Matched {
  if (categoryIds === undefined) return () => null;
  const { states } = chunk.facts;
  const isWanted = among(
    chunk.column("category_id"),
    (id) => categoryIds.has((id ?? "") as string),
  );
  const goesThere = isToward(direction);
  return (place) => {
    if (!isSplitAt(states, place)) return isWanted(place) ? null : undefined;
    const lines = liveLines({ subtransactions: chunk.linesAt(place) })
      .filter((line) => categoryIds.has(line.category_id ?? "") && goesThere(line.amount));
    return lines.length > 0 ? lines : undefined;
  };
}
