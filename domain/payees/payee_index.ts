/**
 * Live transactions by merchant and direction, in order of their days.
 *
 * @module
 */

import { dayNumber } from "../calendar/day.ts";
import { chunkPayees } from "./chunk_payees.ts";
import { payeeKeyOf } from "./payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { dayOfNumber } from "../transactions/chunk_facts.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";

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
  /** Visits those of a day and later, from the newest back, without making any of them. */
  visitSince(day: number, visit: PlaceVisitor<Transaction>): void;
}

/**
 * Is told where a transaction stands, and its day, counted from 1970-01-01; `false` ends the
 * visit.
 */
export type PlaceVisitor<Transaction extends TransactionRecord> = (
  chunk: TransactionChunk<Transaction>,
  place: number,
  day: number,
) => boolean | void;

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
  live: Transactions<Transaction>,
): PayeeIndex<Transaction> {
  const known = indexes.get(live);
  if (known !== undefined) return known as PayeeIndex<Transaction>;
  const index = makeIndex(live);
  indexes.set(live, index);
  return index;
}

type Direction = PayeeGroup<TransactionRecord>["direction"];

const indexes = new WeakMap<object, PayeeIndex<TransactionRecord>>();

/** Places of one payee in a chunk. */
interface Piece<Transaction extends TransactionRecord> {
  readonly chunk: TransactionChunk<Transaction>;
  readonly places: Uint32Array;
  /** Which of the places are the payee's. */
  readonly from: number;
  readonly until: number;
}

/** A group as it fills, the newest chunk first. */
interface GroupInMaking<Transaction extends TransactionRecord> {
  readonly key: string;
  readonly payeeIds: Set<string>;
  readonly pieces: Piece<Transaction>[];
}

type Groups<Transaction extends TransactionRecord> = Map<string, GroupInMaking<Transaction>>;

/** A payee, before those with equal keys are brought together. */
interface PayeeInMaking<Transaction extends TransactionRecord> {
  /** Of the newest transaction: a renamed payee may have some with its old name. */
  readonly key: string;
  in: GroupInMaking<Transaction> | undefined;
  out: GroupInMaking<Transaction> | undefined;
}

function makeIndex<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): PayeeIndex<Transaction> {
  const { leftOut } = matchedPairs(live);
  const groups: Record<Direction, Groups<Transaction>> = { in: new Map(), out: new Map() };
  const byName = new Map<string, PayeeInMaking<Transaction>>();
  const categorisedAccountIds = new Set<string>();
  for (const [number, chunk] of chunksOf(live).entries()) {
    const told = chunkPayees(chunk, leftOut.get(number));
    for (const id of told.categorisedAccountIds) categorisedAccountIds.add(id);
    for (const own of told.payees) {
      let payee = byName.get(own.name);
      if (payee === undefined) {
        // Chunks and their payees come with the newest first.
        payee = { key: own.key, in: undefined, out: undefined };
        byName.set(own.name, payee);
      }
      for (const direction of DIRECTIONS) {
        const from = direction === "out" ? own.from : own.firstIn;
        const until = direction === "out" ? own.firstIn : own.until;
        if (from === until) continue;
        const group = payee[direction] ??= joined(groups[direction], payee.key, own.id);
        group.pieces.push({ chunk, places: told.places, from, until });
      }
    }
  }
  const finish = (direction: Direction): PayeeGroup<Transaction>[] =>
    [...groups[direction].values()].map((group) => groupOf(group, direction));
  return { groups: [...finish("out"), ...finish("in")], categorisedAccountIds };
}

const DIRECTIONS = ["out", "in"] as const satisfies readonly Direction[];

function joined<Transaction extends TransactionRecord>(
  groups: Groups<Transaction>,
  key: string,
  id: string,
): GroupInMaking<Transaction> {
  let group = groups.get(key);
  if (group === undefined) {
    group = { key, payeeIds: new Set(), pieces: [] };
    groups.set(key, group);
  }
  if (id !== "") group.payeeIds.add(id);
  return group;
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
    count: pieces.reduce((sum, { from, until }) => sum + until - from, 0),
    get transactions(): readonly Transaction[] {
      return ordered().transactions;
    },
    get days(): readonly number[] {
      return ordered().days;
    },
    since: (day) => oldestFirst(perChunk(), day),
    visitSince: (day, visit) => visitSince(perChunk(), day, visit),
  };
}

/** Several payees of one chunk may have the same key. */
function joinedPieces<Transaction extends TransactionRecord>(
  pieces: readonly Piece<Transaction>[],
): readonly Piece<Transaction>[] {
  if (pieces.every((piece, at) => piece.chunk !== pieces[at + 1]?.chunk)) return pieces;
  const joined: Piece<Transaction>[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.chunk !== piece.chunk) joined.push(piece);
    else {
      const places = Uint32Array.from([...placesOf(last), ...placesOf(piece)]).sort();
      joined[joined.length - 1] = { chunk: piece.chunk, places, from: 0, until: places.length };
    }
  }
  return joined;
}

function placesOf({ places, from, until }: Piece<TransactionRecord>): Uint32Array {
  return places.subarray(from, until);
}

/** Goes back until a day is reached, and turns the order round. */
function oldestFirst<Transaction extends TransactionRecord>(
  pieces: readonly Piece<Transaction>[],
  since: number,
): PayeeTransactions<Transaction> {
  const transactions: Transaction[] = [];
  const days: number[] = [];
  visitSince(pieces, since, (chunk, place, day) => {
    transactions.push(chunk.at(place));
    days.push(day);
  });
  return { transactions: transactions.reverse(), days: days.reverse() };
}

/** From the newest back; those of one day by id, the last one first. */
function visitSince<Transaction extends TransactionRecord>(
  pieces: readonly Piece<Transaction>[],
  since: number,
  visit: PlaceVisitor<Transaction>,
): void {
  for (const { chunk, places, from, until } of pieces) {
    const { days } = chunk.facts;
    const counts = dayCountsOf(chunk);
    for (let start = from; start < until;) {
      const first = places[start] as number;
      const day = counts[first] as number;
      if (day < since) return;
      let end = start + 1;
      while (end < until && days[places[end] as number] === days[first]) end++;
      for (let at = end - 1; at >= start; at--) {
        if (visit(chunk, places[at] as number, day) === false) return;
      }
      start = end;
    }
  }
}

const dayCounts = new WeakMap<TransactionChunk, Int32Array>();

/** Days since 1970-01-01, at the places of a chunk. */
function dayCountsOf(chunk: TransactionChunk): Int32Array {
  let counts = dayCounts.get(chunk);
  if (counts === undefined) {
    counts = new Int32Array(chunk.count);
    const { days } = chunk.facts;
    for (let place = 0; place < chunk.count; place++) {
      const isSame = place > 0 && days[place] === days[place - 1];
      counts[place] = isSame
        ? counts[place - 1] as number
        : dayNumber(dayOfNumber(days[place] as number));
    }
    dayCounts.set(chunk, counts);
  }
  return counts;
}
