import type { PendingRule } from "../plan/pending_category.ts";
import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import {
  type ChunkMatcher,
  chunkMatcher,
  type Matched,
  type PreparedSearch,
} from "./chunk_matcher.ts";
import type { TransactionQuery } from "./search_conditions.ts";
import { preparedNeedle, type Reach, REACHES } from "./search_needle.ts";
import { chunkNumberAt, type Sort, type TransactionIndex } from "./transaction_index.ts";

export type { TransactionQuery };

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
