import { memoised } from "../base/memoised.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import type { TransactionChunk } from "./transaction_chunk.ts";
import { chunksOf, type TransactionChunks, type Transactions } from "./transaction_chunks.ts";

/** Matched pairs of a list; see {@linkcode countedTransactions}. */
export interface MatchedPairs<Transaction extends TransactionRecord> {
  /** Places of imported partners, by the chunk's number; only of chunks that have any. */
  readonly leftOut: ReadonlyMap<number, ReadonlySet<number>>;
  /** The imported partner, by the id of the transaction that counts for the pair. */
  readonly importedPartners: ReadonlyMap<string, Transaction>;
}

export function matchedPairs<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): MatchedPairs<Transaction> {
  return pairsOf(live) as MatchedPairs<Transaction>;
}

const pairsOf = memoised((live: Transactions<TransactionRecord>) => pairsAmong(chunksOf(live)));

function pairsAmong(
  chunks: TransactionChunks<TransactionRecord>,
): MatchedPairs<TransactionRecord> {
  const matched = chunks.map((chunk) =>
    matchedPlaces(chunk).map((place) => ({ place, transaction: chunk.at(place) }))
  );
  const byId = new Map(matched.flat().map(({ transaction }) => [transaction.id, transaction]));
  const leftOut = new Map<number, Set<number>>();
  const importedPartners = new Map<string, TransactionRecord>();
  for (const [number, found] of matched.entries()) {
    for (const { place, transaction } of found) {
      const partnerId = transaction.matched_transaction_id ?? "";
      // A partner nearly always names the other side.
      const partner = byId.get(partnerId) ?? withId(chunks, partnerId);
      if (partner === undefined || !isLeftOutFor(transaction, partner)) continue;
      importedPartners.set(partnerId, transaction);
      leftOut.set(number, (leftOut.get(number) ?? new Set()).add(place));
    }
  }
  return { leftOut, importedPartners };
}

function withId(
  chunks: TransactionChunks<TransactionRecord>,
  id: string,
): TransactionRecord | undefined {
  for (const chunk of chunks) {
    const place = chunk.placeOf(id);
    if (place >= 0) return chunk.at(place);
  }
  return undefined;
}

/** Builds only these rows, because most transactions have no partner. */
function matchedPlaces(chunk: TransactionChunk): readonly number[] {
  const { all, places } = chunk.column("matched_transaction_id");
  const isMatched = all.map((id) => isSet(id as string | null | undefined));
  if (!isMatched.includes(true)) return [];
  const found: number[] = [];
  for (let place = 0; place < chunk.count; place++) {
    if (isMatched[places[place] as number] === true) found.push(place);
  }
  return found;
}

/** Counted transactions, with the bank label of an excluded partner. */
export interface CountedTransactions<Transaction extends TransactionRecord> {
  readonly transactions: readonly Transaction[];
  /** The imported partner, by the id of the transaction that counts for the pair. */
  readonly importedPartners: ReadonlyMap<string, Transaction>;
}

/** Excludes the imported transaction of each matched pair. */
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

/** Whether the imported partner of a pair is excluded; exactly one of each pair is. */
function isLeftOutFor(transaction: TransactionRecord, partner: TransactionRecord): boolean {
  if (!isSet(transaction.import_id)) return false;
  const isMutual = partner.matched_transaction_id === transaction.id && isSet(partner.import_id);
  return !isMutual || transaction.id > partner.id;
}

function isSet(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
