import { countedTransactions } from "./counted_transactions.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import {
  allOf,
  chunksOf,
  type TransactionChunks,
  type Transactions,
} from "./transaction_chunks.ts";
import { memoised } from "../base/memoised.ts";

/** Pairs of a list; see {@linkcode countedTransactions}. */
export interface MatchedPairs<Transaction extends TransactionRecord> {
  /** Places of those that stand back, by the chunk's number; chunks without any are left out. */
  readonly leftOut: ReadonlyMap<number, ReadonlySet<number>>;
  /** The imported partner, by the id of the transaction that stands for the pair. */
  readonly importedPartners: ReadonlyMap<string, Transaction>;
}

/** Finds matched pairs. */
export function matchedPairs<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): MatchedPairs<Transaction> {
  return pairsOf(live) as MatchedPairs<Transaction>;
}

const pairsOf = memoised((live: Transactions<TransactionRecord>) =>
  pairsAmong(live, chunksOf(live))
);

function pairsAmong<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
  chunks: TransactionChunks<Transaction>,
): MatchedPairs<Transaction> {
  const leftOut = new Map<number, ReadonlySet<number>>();
  const isAnyMatched = chunks.some((chunk) =>
    chunk.column("matched_transaction_id").all.some((id) => (id ?? "") !== "")
  );
  if (!isAnyMatched) return { leftOut, importedPartners: new Map() };
  const all = allOf(live);
  const { transactions, importedPartners } = countedTransactions(all);
  if (transactions.length === all.length) return { leftOut, importedPartners };
  const counted = new Set(transactions);
  for (const [number, chunk] of chunks.entries()) {
    const places = new Set<number>();
    for (let at = 0; at < chunk.count; at++) if (!counted.has(chunk.at(at))) places.add(at);
    if (places.size > 0) leftOut.set(number, places);
  }
  return { leftOut, importedPartners };
}
