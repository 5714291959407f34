import type { TransactionRecord } from "../base/plan_records.ts";
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

type Direction = PayeeGroup<TransactionRecord>["direction"];

/** A group without its transactions. */
export interface GroupName {
  readonly key: string;
  readonly direction: Direction;
  readonly payeeIds: Set<string>;
}

/** Where the transactions of each group stand: positions count through all chunks. */
export interface Positions<Transaction extends TransactionRecord> {
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

/** A group whose transactions are looked up when they are asked for. */
export class PositionedGroup<Transaction extends TransactionRecord>
  implements PayeeGroup<Transaction> {
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
