import { memoised } from "../base/memoised.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import type { SortKey } from "./cursor.ts";

/** Orders that transactions can come in. */
export const SORTS = ["newest", "oldest", "largest"] as const;

/** One of {@linkcode SORTS}. */
export type Sort = (typeof SORTS)[number];

/** A chunk, and what is known of its transactions beside it. */
export interface IndexedChunk<Transaction extends TransactionRecord> {
  readonly chunk: TransactionChunk<Transaction>;
  /** The place of its first transaction among all. */
  readonly first: number;
  /** Places of those that stand back behind their partner. */
  readonly leftOut: ReadonlySet<number>;
  /** Imported partners of those that stand for a pair, by their places. */
  readonly partners: ReadonlyMap<number, Transaction>;
}

/** Live transactions, the newest first. */
export interface TransactionIndex<Transaction extends TransactionRecord> {
  readonly chunks: readonly IndexedChunk<Transaction>[];
  /** How many there are. */
  readonly count: number;
  /** All of them, those that stand back too. */
  readonly transactions: readonly Transaction[];
  /** Gives the places of all transactions in an order. */
  orderBy(sort: Sort): Uint32Array;
}

/** Lays live transactions out; of a matched pair one transaction, found by the bank's label too. */
export function transactionIndex<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): TransactionIndex<Transaction> {
  return indexOf(live) as TransactionIndex<Transaction>;
}

/** Gives where a transaction stands in an order; equal transactions are told apart by their ids. */
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

/** Finds the chunk that a place is in, by halving. */
export function chunkNumberAt(
  chunks: readonly Pick<IndexedChunk<TransactionRecord>, "first" | "chunk">[],
  place: number,
): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { first, chunk } = chunks[middle] as IndexedChunk<TransactionRecord>;
    if (first + chunk.count <= place) low = middle + 1;
    else high = middle;
  }
  return low < chunks.length ? low : -1;
}

const indexOf = memoised((live: Transactions<TransactionRecord>) => makeIndex(live));
const NONE: ReadonlySet<number> = new Set();

function makeIndex<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): TransactionIndex<Transaction> {
  const all = chunksOf(live);
  const { leftOut, importedPartners } = matchedPairs(live);
  let count = 0;
  const chunks = all.map((chunk, number): IndexedChunk<Transaction> => {
    const first = count;
    count += chunk.count;
    const partners = placesOf(chunk, importedPartners);
    return { chunk, first, leftOut: leftOut.get(number) ?? NONE, partners };
  });
  const orders = new Map<Sort, Uint32Array>();
  return {
    chunks,
    count,
    get transactions(): readonly Transaction[] {
      return all.flatMap((chunk) => chunk.all);
    },
    orderBy(sort): Uint32Array {
      const places = orders.get(sort) ?? orderings[sort](all, count);
      orders.set(sort, places);
      return places;
    },
  };
}

const orderings = {
  newest: (_, count) => Uint32Array.from({ length: count }, (_, at) => at),
  oldest: placesByAge,
  largest: placesBySize,
} as const satisfies Record<
  Sort,
  (chunks: readonly TransactionChunk[], count: number) => Uint32Array
>;

function placesOf<Transaction extends TransactionRecord>(
  chunk: TransactionChunk<Transaction>,
  partners: ReadonlyMap<string, Transaction>,
): ReadonlyMap<number, Transaction> {
  const byPlace = new Map<number, Transaction>();
  for (const [id, partner] of partners) {
    const place = chunk.placeOf(id);
    if (place >= 0) byPlace.set(place, partner);
  }
  return byPlace;
}

/** A size and a place fit into one exact number while sizes stay below this. */
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

/** Gives places with the oldest day first; those of one day as they were. */
export function placesByAge(chunks: readonly TransactionChunk[], count: number): Uint32Array {
  const days = daysOf(chunks, count);
  const places = new Uint32Array(count);
  let at = 0;
  for (let end = count; end > 0;) {
    let start = end - 1;
    while (start > 0 && days[start - 1] === days[end - 1]) start--;
    for (let place = start; place < end; place++) places[at++] = place;
    end = start;
  }
  return places;
}

/** Gives places with the largest amount first, in or out; equal ones as they were. */
export function placesBySize(chunks: readonly TransactionChunk[], count: number): Uint32Array {
  const sizes = new Float64Array(count);
  let at = 0;
  let largest = 0;
  for (const { facts: { amounts } } of chunks) {
    for (const amount of amounts) largest = Math.max(largest, sizes[at++] = Math.abs(amount));
  }
  const isExact = (largest + 1) * count < LARGEST_EXACT && sizes.every(Number.isInteger);
  if (!isExact) {
    const places = Uint32Array.from({ length: count }, (_, place) => place);
    return places.sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b);
  }
  // Numbers sort ten times faster than places by a function.
  const packed = sizes.map((size, place) => (largest - size) * count + place).sort();
  return Uint32Array.from(packed, (number) => number % count);
}

function daysOf(chunks: readonly TransactionChunk[], count: number): Int32Array {
  const days = new Int32Array(count);
  let at = 0;
  for (const { facts, count } of chunks) {
    days.set(facts.days, at);
    at += count;
  }
  return days;
}
