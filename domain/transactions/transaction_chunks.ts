import { memoized } from "../base/memoized.ts";
import { inOrder } from "./chunk_facts.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { TransactionChunk } from "./transaction_chunk.ts";

export const CHUNK_SIZE = 4_096;

export type TransactionChunks<Transaction extends TransactionRecord> = readonly TransactionChunk<
  Transaction
>[];

/** Transactions in chunks. The plain list is built on first use. */
export class TransactionList<Transaction extends TransactionRecord> {
  readonly chunks: TransactionChunks<Transaction>;
  #all: readonly Transaction[] | null = null;

  constructor(chunks: TransactionChunks<Transaction>) {
    this.chunks = chunks;
  }

  get all(): readonly Transaction[] {
    // Concatenating whole lists is five times faster than pushing items one by one.
    return this.#all ??= new Array<Transaction>().concat(...this.chunks.map(({ all }) => all));
  }
}

/**
 * Live transactions, either in chunks or in a plain list. Immutable: each sync creates a new value.
 */
export type Transactions<Transaction extends TransactionRecord> =
  | readonly Transaction[]
  | TransactionList<Transaction>;

export function chunksOf<Transaction extends TransactionRecord>(
  transactions: Transactions<Transaction>,
): TransactionChunks<Transaction> {
  if (transactions instanceof TransactionList) return transactions.chunks;
  return chunked(transactions) as TransactionChunks<Transaction>;
}

const chunked = memoized(
  (list: readonly TransactionRecord[]): TransactionChunks<TransactionRecord> => {
    const ordered = inOrder(list);
    const chunks: TransactionChunk<TransactionRecord>[] = [];
    for (let at = 0; at < ordered.length; at += CHUNK_SIZE) {
      chunks.push(TransactionChunk.of(ordered.slice(at, at + CHUNK_SIZE)));
    }
    return chunks;
  },
);
