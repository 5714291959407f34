/**
 * A whole read of the transactions while it is still coming: each batch is laid out in columns
 * and let go of, and the end cuts the columns into parts.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import { CHUNK_SIZE } from "../../domain/transactions/transaction_chunks.ts";
import { rowsInOrder } from "../../domain/transactions/row_order.ts";
import { TransactionColumns } from "../../domain/transactions/transaction_columns.ts";
import { OLDEST_PART } from "./chunk_layout.ts";
import { ChunkPart } from "./chunk_part.ts";
import { IdTwins } from "./id_twins.ts";

/** A shorter list is laid out in the turn in which it was taken. */
const MANY = 1_000;
/** Ids that are looked at between two steps. */
const IDS_AT_ONCE = 16_384;

/** What a whole read has brought. */
export interface LaidOut {
  /** The newest first. */
  readonly parts: readonly ChunkPart[];
  /** Ids that it names as deleted. */
  readonly deletedIds: readonly string[];
}

/** Lays out the transactions of a whole read. */
export class TransactionLoad {
  readonly #columns = new TransactionColumns();
  /** How many transactions had come when an id was named as deleted last. */
  readonly #deletedAfter = new Map<string, number>();

  /** Takes one transaction; `null` for one that is deleted. */
  takeRow(id: string, transaction: Transaction | null): void {
    if (transaction === null) this.#deletedAfter.set(id, this.#columns.count);
    else this.#columns.add([transaction]);
  }

  /**
   * Cuts what has come into parts, step by step: between two of them others may have their turn.
   *
   * @returns Parts of about {@linkcode CHUNK_SIZE}; no day is in two of them.
   */
  *laidOut(): Generator<void, LaidOut> {
    const columns = this.#columns;
    // What has come has just been taken, perhaps all of it at once.
    if (columns.count >= MANY) yield;
    const { rows, deletedIds } = yield* this.#latest();
    const ordered = yield* rowsInOrder(columns, rows);
    const parts: ChunkPart[] = [];
    for (let from = 0; from < ordered.length;) {
      // A short list is laid out at once.
      if (ordered.length > CHUNK_SIZE) yield;
      let until = Math.min(from + CHUNK_SIZE, ordered.length);
      const last = columns.dateAt(ordered[until - 1] as number);
      while (until < ordered.length && columns.dateAt(ordered[until] as number) === last) until++;
      const isOldest = until === ordered.length || last <= OLDEST_PART;
      if (isOldest) until = ordered.length;
      const chunk = columns.chunkOf<Transaction>(ordered.subarray(from, until));
      parts.push(new ChunkPart(isOldest ? OLDEST_PART : last, chunk));
      from = until;
    }
    return { parts, deletedIds };
  }

  /** Of an id that came more than once what came last counts. */
  *#latest(): Generator<void, {
    readonly rows: Uint32Array;
    readonly deletedIds: readonly string[];
  }> {
    const columns = this.#columns;
    const { count, facts: { idWords } } = columns;
    const twins = new IdTwins(count);
    for (let from = 0; from < count; from += IDS_AT_ONCE) {
      if (from > 0) yield;
      twins.add(idWords, from, Math.min(from + IDS_AT_ONCE, count));
    }
    const deleted = this.#deletedAfter;
    if (!twins.areThere && deleted.size === 0) {
      return { rows: upTo(count), deletedIds: [] };
    }
    const rowById = new Map<string, number>();
    for (let row = 0; row < count; row++) {
      if (row > 0 && row % IDS_AT_ONCE === 0) yield;
      rowById.set(columns.idAt(row), row);
    }
    const isLive = ([id, row]: readonly [string, number]): boolean => (deleted.get(id) ?? 0) <= row;
    const live = [...rowById].filter(isLive);
    const ids = new Set(live.map(([id]) => id));
    return {
      rows: Uint32Array.from(live, ([, row]) => row),
      deletedIds: [...deleted.keys()].filter((id) => !ids.has(id)),
    };
  }
}

function upTo(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
