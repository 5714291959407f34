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

/** A chunk with its matched pairs. */
export interface IndexedChunk {
  readonly chunk: TransactionChunk;
  /** Places of imported transactions that their partner stands for. */
  readonly leftOut: ReadonlySet<number>;
  /** Their records, by the place of the partner. */
  readonly partners: ReadonlyMap<number, TransactionRecord>;
}

/** Live transactions, the newest first. */
export type TransactionIndex = readonly IndexedChunk[];

/** Indexes live transactions; a matched pair is one, also found by the bank's label. */
export function transactionIndex(live: Transactions<TransactionRecord>): TransactionIndex {
  return indexOf(live);
}

/** Sort key of a transaction, unique by its id. */
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

const NONE: ReadonlySet<number> = new Set();

const indexOf = memoised((live: Transactions<TransactionRecord>) => {
  const { leftOut, importedPartners } = matchedPairs(live);
  return chunksOf(live).map((chunk, number): IndexedChunk => {
    const partners = new Map<number, TransactionRecord>();
    for (const [id, partner] of importedPartners) {
      const place = chunk.placeOf(id);
      if (place >= 0) partners.set(place, partner);
    }
    return { chunk, leftOut: leftOut.get(number) ?? NONE, partners };
  });
});
