/**
 * Live transactions by merchant and direction, in order of their days.
 *
 * @module
 */

import { dayNumber } from "../calendar/day.ts";
import { type ChunkPayee, chunkPayees } from "./chunk_payees.ts";
import { payeeKeyOf } from "./payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { dayOfNumber } from "../transactions/chunk_facts.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { chunksOf } from "../transactions/transaction_chunks.ts";

export { payeeKeyOf };

/** Transactions of one merchant in one direction. */
export interface PayeeGroup<Transaction extends TransactionRecord> {
  /** The normalised name, or `transfer:` and the id of the other account. */
  readonly key: string;
  readonly direction: "in" | "out";
  /** Ids of all payees whose names come to the same. */
  readonly payeeIds: ReadonlySet<string>;
  /** How many there are. */
  readonly count: number;
  /** The oldest first. */
  readonly transactions: readonly Transaction[];
  /** Days since 1970-01-01, at the same places. */
  readonly days: readonly number[];
  /** Gives those of a day, counted from 1970-01-01, and later; the oldest first. */
  since(day: number): PayeeTransactions<Transaction>;
  /** Goes back from the newest. */
  backwards(): Iterable<Transaction>;
}

/** Transactions with their days, the oldest first. */
export type PayeeTransactions<Transaction extends TransactionRecord> = Pick<
  PayeeGroup<Transaction>,
  "transactions" | "days"
>;

/** What {@linkcode payeeIndexOf} makes of the transactions of a plan. */
export interface PayeeIndex<Transaction extends TransactionRecord> {
  readonly groups: readonly PayeeGroup<Transaction>[];
  /** Accounts of which some live transaction has a category: the others only track a value. */
  readonly categorisedAccountIds: ReadonlySet<string>;
}

/**
 * Groups the transactions that count by payee and direction. A payee's id decides, under its
 * newest name; ids whose names normalise to the same words are one merchant, as are
 * transactions without a payee whose bank label does. Transactions of 0 move nothing and are left
 * out.
 *
 * @param live Live transactions of a plan; the same list gives the same index.
 * @returns The index.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const transaction = {
 *   id: "t",
 *   date: "2024-03-01",
 *   amount: -5000,
 *   cleared: "cleared",
 *   approved: true,
 *   account_id: "a",
 *   account_name: "Checking",
 *   payee_name: "SQ *BLUE DOOR COFFEE",
 *   subtransactions: [],
 *   deleted: false,
 * };
 * assertEquals(payeeIndexOf([transaction]).groups.map(({ key }) => key), ["blue door coffee"]);
 * ```
 */
export function payeeIndexOf<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): PayeeIndex<Transaction> {
  const known = indexes.get(live);
  if (known !== undefined) return known as PayeeIndex<Transaction>;
  const index = makeIndex(live);
  indexes.set(live, index);
  return index;
}

type Direction = PayeeGroup<TransactionRecord>["direction"];

const indexes = new WeakMap<readonly TransactionRecord[], PayeeIndex<TransactionRecord>>();

/** Places of one payee in a chunk. */
interface Piece<Transaction extends TransactionRecord> {
  readonly chunk: TransactionChunk<Transaction>;
  readonly places: readonly number[];
}

/** A group as it fills, the newest chunk first. */
interface GroupInMaking<Transaction extends TransactionRecord> {
  readonly key: string;
  readonly payeeIds: Set<string>;
  readonly pieces: Piece<Transaction>[];
}

type Groups<Transaction extends TransactionRecord> = Map<string, GroupInMaking<Transaction>>;

function makeIndex<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): PayeeIndex<Transaction> {
  const { leftOut } = matchedPairs(live);
  const chunks = chunksOf(live).map((chunk, number) => ({
    chunk,
    ...chunkPayees(chunk, leftOut.get(number)),
  }));
  const keys = newestKeys(chunks.flatMap(({ payees }) => payees));
  const groups: Record<Direction, Groups<Transaction>> = { in: new Map(), out: new Map() };
  for (const { chunk, payees } of chunks) {
    for (const payee of payees) {
      const key = keys.get(payee.name) ?? payee.key;
      for (const direction of ["out", "in"] as const) {
        const places = payee[direction];
        if (places.length > 0) add(groups[direction], { key, id: payee.id, chunk, places });
      }
    }
  }
  const finish = (direction: Direction): PayeeGroup<Transaction>[] =>
    [...groups[direction].values()].map((group) => groupOf(group, direction));
  return {
    groups: [...finish("out"), ...finish("in")],
    categorisedAccountIds: new Set(chunks.flatMap((one) => one.categorisedAccountIds)),
  };
}

/** Keys by payee: a renamed one may have transactions with its old name, so the newest decides. */
function newestKeys(payees: readonly ChunkPayee[]): ReadonlyMap<string, string> {
  const newest = new Map<string, ChunkPayee>();
  for (const payee of payees) {
    const known = newest.get(payee.name);
    if (known === undefined || payee.newestDay > known.newestDay) newest.set(payee.name, payee);
  }
  return new Map([...newest].map(([name, { key }]) => [name, key]));
}

function add<Transaction extends TransactionRecord>(
  groups: Groups<Transaction>,
  { key, id, ...piece }: Piece<Transaction> & { readonly key: string; readonly id: string },
): void {
  let group = groups.get(key);
  if (group === undefined) {
    group = { key, payeeIds: new Set(), pieces: [] };
    groups.set(key, group);
  }
  if (id !== "") group.payeeIds.add(id);
  group.pieces.push(piece);
}

/** Its transactions are put in order when they are first asked for. */
function groupOf<Transaction extends TransactionRecord>(
  { key, payeeIds, pieces }: GroupInMaking<Transaction>,
  direction: Direction,
): PayeeGroup<Transaction> {
  let all: PayeeTransactions<Transaction> | null = null;
  let chunks: readonly Piece<Transaction>[] | null = null;
  const perChunk = (): readonly Piece<Transaction>[] => chunks ??= joinedPieces(pieces);
  const ordered = (): PayeeTransactions<Transaction> =>
    all ??= oldestFirst(perChunk(), Number.NEGATIVE_INFINITY);
  return {
    key,
    direction,
    payeeIds,
    count: pieces.reduce((sum, { places }) => sum + places.length, 0),
    get transactions(): readonly Transaction[] {
      return ordered().transactions;
    },
    get days(): readonly number[] {
      return ordered().days;
    },
    since: (day) => oldestFirst(perChunk(), day),
    *backwards(): Iterable<Transaction> {
      for (const { chunk, places } of perChunk()) {
        for (const place of backwards(chunk, places)) yield chunk.at(place);
      }
    },
  };
}

/** Several payees of one chunk may have the same key. */
function joinedPieces<Transaction extends TransactionRecord>(
  pieces: readonly Piece<Transaction>[],
): readonly Piece<Transaction>[] {
  const joined: Piece<Transaction>[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.chunk !== piece.chunk) joined.push(piece);
    else {
      const places = [...last.places, ...piece.places].sort((a, b) => a - b);
      joined[joined.length - 1] = { chunk: piece.chunk, places };
    }
  }
  return joined;
}

/** Places from the newest back; those of one day by id, the last one first. */
function* backwards(chunk: TransactionChunk, places: readonly number[]): Iterable<number> {
  const { days } = chunk.facts;
  for (let start = 0; start < places.length;) {
    let end = start + 1;
    while (end < places.length && days[places[end] as number] === days[places[start] as number]) {
      end++;
    }
    for (let at = end - 1; at >= start; at--) yield places[at] as number;
    start = end;
  }
}

/** Goes back until a day is reached, and turns the order round. */
function oldestFirst<Transaction extends TransactionRecord>(
  pieces: readonly Piece<Transaction>[],
  since: number,
): PayeeTransactions<Transaction> {
  const transactions: Transaction[] = [];
  const days: number[] = [];
  for (const { chunk, places } of pieces) {
    for (const place of backwards(chunk, places)) {
      const day = countOfDay(chunk.facts.days[place] as number);
      if (day < since) return { transactions: transactions.reverse(), days: days.reverse() };
      transactions.push(chunk.at(place));
      days.push(day);
    }
  }
  return { transactions: transactions.reverse(), days: days.reverse() };
}

const dayCounts = new Map<number, number>();
const MOST_DAYS = 50_000;

/** Days since 1970-01-01, worked out once per day. */
function countOfDay(day: number): number {
  let count = dayCounts.get(day);
  if (count === undefined) {
    if (dayCounts.size >= MOST_DAYS) dayCounts.clear();
    dayCounts.set(day, count = dayNumber(dayOfNumber(day)));
  }
  return count;
}
