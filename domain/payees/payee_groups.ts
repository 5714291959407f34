/**
 * Transactions of a plan put together payee by payee, as lists of numbers: all of them are sorted
 * anew whenever one of them has changed.
 *
 * @module
 */

import type { Steps } from "../steps/all_steps.ts";
import type { ChunkPayees } from "./chunk_payees.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { dayCountsOf } from "../transactions/day_counts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import type { TransactionChunks } from "../transactions/transaction_chunks.ts";

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

/** What is known of the chunks of a plan. */
export interface PayeeSources {
  /** Payees of each chunk. */
  readonly told: readonly ChunkPayees[];
  /** Places of transactions that do not count, by the chunk's number. */
  readonly leftOut: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Puts transactions together by payee and direction.
 *
 * @param chunks Chunks, the newest first.
 * @returns The group with the newest transaction first.
 */
export function* groupsOf<Transaction extends TransactionRecord>(
  chunks: TransactionChunks<Transaction>,
  sources: PayeeSources,
): Steps<readonly PayeeGroup<Transaction>[]> {
  const firsts = firstsOf(chunks);
  const { groupAt, groups } = yield* numbered(chunks, firsts, sources);
  const { starts, positions } = sorted(groupAt, groups.length);
  const [days, counts] = [new Int32Array(groupAt.length), new Int32Array(groupAt.length)];
  for (const [number, chunk] of chunks.entries()) {
    days.set(chunk.facts.days, firsts[number] as number);
    counts.set(dayCountsOf(chunk), firsts[number] as number);
  }
  const plan: Positions<Transaction> = { chunks, firsts, days, counts, positions };
  return groups.map((group, number) => {
    const [from, until] = [starts[number] as number, starts[number + 1] as number];
    return new PositionedGroup(group, plan, { from, until });
  });
}

type Direction = PayeeGroup<TransactionRecord>["direction"];

/** A group without its transactions. */
interface GroupName {
  readonly key: string;
  readonly direction: Direction;
  readonly payeeIds: Set<string>;
}

/** Where the transactions of each group stand: positions count through all chunks. */
interface Positions<Transaction extends TransactionRecord> {
  readonly chunks: TransactionChunks<Transaction>;
  /** The first position of each chunk, and behind them how many there are. */
  readonly firsts: Int32Array;
  /** Days as chunks have them, by position. */
  readonly days: Int32Array;
  /** The same as days since 1970-01-01. */
  readonly counts: Int32Array;
  /** Group by group, the newest first. */
  readonly positions: Int32Array;
}

/** Of transactions that move no money, or stand back behind their partner. */
const NO_GROUP = -1;

function firstsOf(chunks: readonly TransactionChunk[]): Int32Array {
  const firsts = new Int32Array(chunks.length + 1);
  for (const [number, { count }] of chunks.entries()) {
    firsts[number + 1] = (firsts[number] as number) + count;
  }
  return firsts;
}

interface Numbered {
  /** The number of each transaction's group, by position. */
  readonly groupAt: Int32Array;
  readonly groups: readonly GroupName[];
}

function* numbered(
  chunks: readonly TransactionChunk[],
  firsts: Int32Array,
  { told, leftOut }: PayeeSources,
): Steps<Numbered> {
  const groupAt = new Int32Array(firsts[chunks.length] as number).fill(NO_GROUP);
  const names = new GroupNames();
  for (const [number, chunk] of chunks.entries()) {
    const payees = told[number] as ChunkPayees;
    const without = leftOut.get(number);
    numberChunk(groupAt.subarray(firsts[number]), { chunk, payees, without, names });
    yield;
  }
  return { groupAt, groups: names.groups };
}

interface NumberedChunk {
  readonly chunk: TransactionChunk;
  readonly payees: ChunkPayees;
  readonly without: ReadonlySet<number> | undefined;
  readonly names: GroupNames;
}

/** Gives the transactions of a chunk the numbers of their groups. */
function numberChunk(
  groupAt: Int32Array,
  { chunk: { count, facts: { amounts } }, payees, without, names }: NumberedChunk,
): void {
  const { numberAt } = payees;
  const known = names.payeesOf(payees.payees);
  const { groupInSlot } = names;
  for (let place = 0; place < count; place++) {
    const amount = amounts[place] as number;
    if (amount === 0 || (without !== undefined && without.has(place))) continue;
    const payee = numberAt[place] as number;
    const slot = 2 * (known[payee] as number) + (amount > 0 ? 1 : 0);
    const group = groupInSlot[slot] as number;
    groupAt[place] = group === NO_GROUP
      ? names.groupOf(slot, payees.payees[payee]?.id ?? "")
      : group;
  }
}

/** Payees and groups by name and key, as they come. */
class GroupNames {
  readonly groups: GroupName[] = [];
  /** Two slots for each payee, for those out and for those in, with the numbers of groups. */
  readonly groupInSlot: number[] = [];
  readonly #payees = new Map<string, number>();
  /** Of the newest transaction: a renamed payee may have some with its old name. */
  readonly #keys: string[] = [];
  readonly #byKey: readonly [out: Map<string, number>, into: Map<string, number>] = [
    new Map(),
    new Map(),
  ];

  /** Numbers the payees of a chunk: those with one name have one number. */
  payeesOf(payees: ChunkPayees["payees"]): Int32Array {
    const numbers = new Int32Array(payees.length);
    for (let at = 0; at < payees.length; at++) {
      const { name, key } = payees[at] as ChunkPayees["payees"][number];
      let number = this.#payees.get(name);
      if (number === undefined) {
        number = this.#keys.push(key) - 1;
        this.#payees.set(name, number);
        this.groupInSlot.push(NO_GROUP, NO_GROUP);
      }
      numbers[at] = number;
    }
    return numbers;
  }

  /** Finds the group of a payee in a direction, or makes it. */
  groupOf(slot: number, id: string): number {
    const key = this.#keys[slot >> 1] as string;
    const byKey = this.#byKey[(slot & 1) as 0 | 1];
    let number = byKey.get(key);
    if (number === undefined) {
      const direction = (slot & 1) === 0 ? "out" : "in";
      number = this.groups.push({ key, direction, payeeIds: new Set() }) - 1;
      byKey.set(key, number);
    }
    if (id !== "") this.groups[number]?.payeeIds.add(id);
    this.groupInSlot[slot] = number;
    return number;
  }
}

/** Sorts positions by their group's number (a counting sort); equal ones stay in order. */
function sorted(
  groupAt: Int32Array,
  groupCount: number,
): { readonly starts: Int32Array; readonly positions: Int32Array } {
  const starts = new Int32Array(groupCount + 1);
  for (let at = 0; at < groupAt.length; at++) {
    const group = groupAt[at] as number;
    if (group !== NO_GROUP) (starts[group + 1] as number)++;
  }
  for (let group = 0; group < groupCount; group++) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  const next = starts.slice();
  const positions = new Int32Array(starts[groupCount] as number);
  for (let at = 0; at < groupAt.length; at++) {
    const group = groupAt[at] as number;
    if (group !== NO_GROUP) positions[(next[group] as number)++] = at;
  }
  return { starts, positions };
}

/** A group whose transactions are looked up when they are asked for. */
class PositionedGroup<Transaction extends TransactionRecord> implements PayeeGroup<Transaction> {
  readonly key: string;
  readonly direction: Direction;
  readonly payeeIds: ReadonlySet<string>;
  readonly #plan: Positions<Transaction>;
  readonly #from: number;
  readonly #until: number;
  #all: PayeeTransactions<Transaction> | null = null;

  constructor(
    { key, direction, payeeIds }: GroupName,
    plan: Positions<Transaction>,
    { from, until }: { readonly from: number; readonly until: number },
  ) {
    this.key = key;
    this.direction = direction;
    this.payeeIds = payeeIds;
    this.#plan = plan;
    this.#from = from;
    this.#until = until;
  }

  get count(): number {
    return this.#until - this.#from;
  }

  get transactions(): readonly Transaction[] {
    return (this.#all ??= this.since(-Infinity)).transactions;
  }

  get days(): readonly number[] {
    return (this.#all ??= this.since(-Infinity)).days;
  }

  since(day: number): PayeeTransactions<Transaction> {
    const transactions: Transaction[] = [];
    const days: number[] = [];
    this.visitSince(day, (chunk, place, on) => {
      transactions.push(chunk.at(place));
      days.push(on);
    });
    return { transactions: transactions.reverse(), days: days.reverse() };
  }

  visitSince(since: number, visit: PlaceVisitor<Transaction>): void {
    const { chunks, firsts, days, counts, positions } = this.#plan;
    let number = 0;
    for (let start = this.#from; start < this.#until;) {
      const day = days[positions[start] as number];
      const count = counts[positions[start] as number] as number;
      if (count < since) return;
      let end = start + 1;
      while (end < this.#until && days[positions[end] as number] === day) end++;
      // Those of one day by id, the last one first.
      for (let at = end - 1; at >= start; at--) {
        const position = positions[at] as number;
        while (position >= (firsts[number + 1] as number)) number++;
        while (position < (firsts[number] as number)) number--;
        const chunk = chunks[number] as TransactionChunk<Transaction>;
        if (visit(chunk, position - (firsts[number] as number), count) === false) return;
      }
      start = end;
    }
  }
}
