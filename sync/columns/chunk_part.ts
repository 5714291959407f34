/**
 * A part of the transactions as a chunk: what a store keeps of it, and what readers are given.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import type { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import type { StoredPart } from "../store.ts";

/** A part whose keys and records are looked up when they are asked for. */
export class ChunkPart implements StoredPart {
  readonly part: string;
  readonly chunk: TransactionChunk<Transaction>;
  #keys: readonly string[] | null = null;

  /**
   * Makes a part.
   *
   * @param part Its name: a day, or the beginning of one, that none of its days comes before.
   */
  constructor(part: string, chunk: TransactionChunk<Transaction>) {
    this.part = part;
    this.chunk = chunk;
  }

  /** The id of each transaction. */
  get keys(): readonly string[] {
    return this.#keys ??= Array.from({ length: this.chunk.count }, (_, at) => this.chunk.idAt(at));
  }

  /** The transactions, the newest first. */
  get records(): readonly Transaction[] {
    return this.chunk.all;
  }
}

/**
 * Tells whether a part has no records, without looking any of them up.
 *
 * @param part Any part.
 */
export function isEmptyPart(part: StoredPart): boolean {
  return part instanceof ChunkPart ? part.chunk.count === 0 : part.records.length === 0;
}
