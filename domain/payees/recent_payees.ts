import { dayAt } from "../base/day.ts";
import { indexOfNewest, type PayeeIndex } from "./payee_index.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { dayAsNumber } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import {
  chunksOf,
  type TransactionChunks,
  type Transactions,
} from "../transactions/transaction_chunks.ts";

/**
 * Groups that have a transaction in the newest chunks. They visit what groups of all transactions
 * visit since the day; `count`, `transactions` and `payeeIds` leave out what is older.
 */
export interface RecentPayees<Transaction extends TransactionRecord>
  extends PayeeIndex<Transaction> {
  /** Tells whether, for a payee's id, `payeeIds` of groups "out" are those of all transactions. */
  readonly isSettled: (payeeId: string) => boolean;
}

/** The 31st of February is the 3rd of March: so far no day is from where it stands. */
const LONGEST_OVERFLOW_DAYS = 3;

/**
 * Groups the transactions since a day by payee and direction. Chunks that hold only older ones are not looked at.
 */
export function recentPayees<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
  day: number,
): RecentPayees<Transaction> {
  const chunks = chunksOf(live);
  const count = chunksSince(chunks, day);
  const known = recent.get(live);
  if (known !== undefined && known.count >= count) return known.payees as RecentPayees<Transaction>;
  const payees = settling(indexOfNewest(live, count), chunks.slice(count));
  recent.set(live, { count, payees });
  return payees;
}

/** Those of the most chunks that were asked for. */
const recent = new WeakMap<
  object,
  { readonly count: number; readonly payees: RecentPayees<TransactionRecord> }
>();

/** How many chunks may have a transaction of a day or later. */
function chunksSince(chunks: readonly TransactionChunk[], day: number): number {
  const first = day - LONGEST_OVERFLOW_DAYS;
  // What is no day counts as the first of all days.
  if (first <= 0) return chunks.length;
  const since = dayAsNumber(dayAt(first));
  const older = chunks.findIndex(({ facts: { days } }) => {
    const newest = days[0] ?? -1;
    return newest >= 0 && newest < since;
  });
  return older < 0 ? chunks.length : older;
}

function settling<Transaction extends TransactionRecord>(
  index: PayeeIndex<Transaction>,
  older: TransactionChunks<Transaction>,
): RecentPayees<Transaction> {
  const { groups } = index;
  const out = groups.filter(({ direction }) => direction === "out");
  const into = groups.filter(({ direction }) => direction === "in");
  const isSettled = (id: string): boolean => {
    if (out.some(({ payeeIds }) => payeeIds.has(id))) return true;
    // A payee's newest transaction says what it is known as, and here it is.
    const received = into.find(({ payeeIds }) => payeeIds.has(id));
    if (received !== undefined && !out.some(({ key }) => key === received.key)) return true;
    return !older.some((chunk) => chunk.column("payee_id").all.includes(id));
  };
  return {
    groups,
    get categorisedAccountIds(): ReadonlySet<string> {
      return index.categorisedAccountIds;
    },
    isSettled,
  };
}
