import { memoised } from "../base/memoised.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import {
  allOf,
  chunksOf,
  type TransactionChunks,
  type Transactions,
} from "./transaction_chunks.ts";

/** Matched pairs of a list; see {@linkcode countedTransactions}. */
export interface MatchedPairs<Transaction extends TransactionRecord> {
  /** Places of imported partners, by the chunk's number; only of chunks that have any. */
  readonly leftOut: ReadonlyMap<number, ReadonlySet<number>>;
  /** The imported partner, by the id of the transaction that counts for the pair. */
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

/** Transactions that count, and the bank's label for those whose partner was left out. */
export interface CountedTransactions<Transaction extends TransactionRecord> {
  readonly transactions: readonly Transaction[];
  /** The imported partner, by the id of the transaction that counts for the pair. */
  readonly importedPartners: ReadonlyMap<string, Transaction>;
}

/** Leaves out the imported transaction of each matched pair. */
export function countedTransactions<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): CountedTransactions<Transaction> {
  const paired = new Map<string, Transaction>();
  for (const transaction of live) {
    if (isSet(transaction.matched_transaction_id)) paired.set(transaction.id, transaction);
  }
  const partners = new Map<string, Transaction>();
  if (paired.size === 0) return { transactions: live, importedPartners: partners };
  const byId = new Map<string, Transaction>();
  const wanted = new Set(
    [...paired.values()].map((transaction) => transaction.matched_transaction_id),
  );
  for (const transaction of live) {
    if (wanted.has(transaction.id)) byId.set(transaction.id, transaction);
  }
  const isLeftOut = (transaction: Transaction): boolean => {
    if (!isSet(transaction.matched_transaction_id)) return false;
    const partner = byId.get(transaction.matched_transaction_id);
    return partner !== undefined && isLeftOutFor(transaction, partner);
  };
  const transactions = live.filter((transaction) => {
    if (!isLeftOut(transaction)) return true;
    partners.set(transaction.matched_transaction_id ?? "", transaction);
    return false;
  });
  return { transactions, importedPartners: partners };
}

/** Whether the imported partner of a pair is left out; exactly one of each pair is. */
function isLeftOutFor(transaction: TransactionRecord, partner: TransactionRecord): boolean {
  if (!isSet(transaction.import_id)) return false;
  const isMutual = partner.matched_transaction_id === transaction.id && isSet(partner.import_id);
  return !isMutual || transaction.id > partner.id;
}

function isSet(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
