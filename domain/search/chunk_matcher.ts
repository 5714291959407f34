import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";
import type { PendingRule } from "../plan/pending_category.ts";
import { dayAsNumber, STATES } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import type { Needle } from "./search_needle.ts";
import type { IndexedChunk } from "./transaction_index.ts";
import type { TransactionQuery } from "./search_conditions.ts";
import {
  findIn,
  payeeWordsOf,
  TEXT_FIELDS,
  type TextField,
  wordsOfLines,
} from "./transaction_words.ts";

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
