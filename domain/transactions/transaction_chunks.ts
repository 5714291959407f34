import { memoized } from "../base/memoized.ts";
import { inOrder } from "./chunk_facts.ts";
import type {
  AccountRecord,
  MonthCategoryRecord,
  ScheduledRecord,
  TransactionRecord,
} from "../base/plan_records.ts";
import { TransactionChunk } from "./transaction_chunk.ts";

export const CHUNK_SIZE = 4_096;

export type TransactionChunks<Transaction extends TransactionRecord> = readonly TransactionChunk<
  Transaction
>[];

/** Transactions in chunks. The plain list is built on first use. */
export class TransactionList<Transaction extends TransactionRecord = TransactionRecord> {
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
export type Transactions<Transaction extends TransactionRecord = TransactionRecord> =
  | readonly Transaction[]
  | TransactionList<Transaction>;

/** The live records that forecasts, upcoming payments and reviews are based on. */
export interface LivePlan {
  readonly accounts: readonly AccountRecord[];
  readonly categories: readonly MonthCategoryRecord[];
  readonly schedules: readonly ScheduledRecord[];
  readonly transactions: Transactions;
}

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

/** A chunk in which each matched pair counts as one transaction. */
export interface CountedChunk<Transaction extends TransactionRecord = TransactionRecord> {
  readonly chunk: TransactionChunk<Transaction>;
  /**
   * Indexes of imported transactions that aren't counted, because the transactions they're matched
   * with are counted.
   */
  readonly leftOut: ReadonlySet<number>;
  /**
   * Maps a counted transaction's index to the imported transaction that it's matched with, which
   * isn't counted.
   */
  readonly partners: ReadonlyMap<number, Transaction>;
}

export function countedTransactions<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): readonly Transaction[] {
  return countedChunks(live).flatMap(({ chunk, leftOut }) =>
    leftOut.size === 0 ? chunk.all : chunk.all.filter((_, place) => !leftOut.has(place))
  );
}

/** Returns live transactions in chunks, newest first. Each chunk also lists its matched pairs. */
export const countedChunks = memoized((live: Transactions): readonly CountedChunk[] => {
  const chunks = chunksOf(live).map((chunk) => ({
    chunk,
    leftOut: new Set<number>(),
    partners: new Map<number, TransactionRecord>(),
  }));
  const at = (of: (typeof chunks)[number], place: number) => ({
    of,
    place,
    transaction: of.chunk.at(place),
  });
  const matched = chunks.flatMap((of) => matchedPlaces(of.chunk).map((place) => at(of, place)));
  // In nearly all pairs, each transaction refers to the other.
  const byId = new Map(matched.map((one) => [one.transaction.id, one]));
  const found = (id: string): ReturnType<typeof at> | undefined => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const of = chunks.find(({ chunk }) => chunk.placeOf(id) >= 0);
    return of && at(of, of.chunk.placeOf(id));
  };
  for (const { of, place, transaction } of matched) {
    const partner = found(transaction.matched_transaction_id ?? "");
    if (partner === undefined || !isLeftOutFor(transaction, partner.transaction)) continue;
    of.leftOut.add(place);
    partner.of.partners.set(partner.place, transaction);
  }
  return chunks;
}) as <Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
) => readonly CountedChunk<Transaction>[];

/** Returns the indexes of matched transactions. Only these few have to be built as objects. */
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

/**
 * Whether a transaction is the imported half of a pair. Exactly one member of each pair meets this
 * condition.
 */
function isLeftOutFor(transaction: TransactionRecord, partner: TransactionRecord): boolean {
  if (!isSet(transaction.import_id)) return false;
  const isMutual = partner.matched_transaction_id === transaction.id && isSet(partner.import_id);
  return !isMutual || transaction.id > partner.id;
}

function isSet(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
