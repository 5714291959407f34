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
  const withId = (id: string): TransactionRecord | undefined => {
    for (const chunk of chunks) {
      const place = chunk.placeOf(id);
      if (place >= 0) return chunk.at(place);
    }
    return undefined;
  };
  const matched = chunks.map((chunk) =>
    matchedPlaces(chunk).map((place) => ({ place, transaction: chunk.at(place) }))
  );
  const partners = partnersAmong(matched.flat().map(({ transaction }) => transaction), withId);
  const leftOut = new Map<number, Set<number>>();
  for (const [number, found] of matched.entries()) {
    const places = found.filter(({ transaction }) => partners.has(transaction));
    if (places.length > 0) leftOut.set(number, new Set(places.map(({ place }) => place)));
  }
  return { leftOut, importedPartners: byCounted(partners) };
}

/** Excluded imported transactions, each with the id of the one that counts for the pair. */
function partnersAmong<Transaction extends TransactionRecord>(
  matched: readonly Transaction[],
  withId: (id: string) => Transaction | undefined,
): ReadonlyMap<Transaction, string> {
  const byId = new Map(matched.map((transaction) => [transaction.id, transaction]));
  const partners = new Map<Transaction, string>();
  for (const transaction of matched) {
    const id = transaction.matched_transaction_id ?? "";
    // A partner nearly always names the other side.
    const partner = byId.get(id) ?? withId(id);
    if (partner !== undefined && isLeftOutFor(transaction, partner)) partners.set(transaction, id);
  }
  return partners;
}

function byCounted<Transaction>(
  partners: ReadonlyMap<Transaction, string>,
): ReadonlyMap<string, Transaction> {
  return new Map(partners.entries().map(([transaction, id]) => [id, transaction]));
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
  const matched = live.filter((transaction) => isSet(transaction.matched_transaction_id));
  if (matched.length === 0) return { transactions: live, importedPartners: new Map() };
  const wanted = new Set(matched.map((transaction) => transaction.matched_transaction_id));
  const byId = new Map(live.filter(({ id }) => wanted.has(id)).map((one) => [one.id, one]));
  const partners = partnersAmong(matched, (id) => byId.get(id));
  return {
    transactions: live.filter((transaction) => !partners.has(transaction)),
    importedPartners: byCounted(partners),
  };
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
