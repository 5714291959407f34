import type { TransactionRecord } from "../base/plan_records.ts";

type Placed = Pick<TransactionRecord, "id" | "date">;

/** Compares two transactions. */
export function newestFirst(a: Placed, b: Placed): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** Tells whether a transaction comes before another. */
export function isBefore(a: Placed, b: Placed): boolean {
  return newestFirst(a, b) < 0;
}

/** Puts transactions in order; those that already are come back as they are. */
export function inOrder<Transaction extends Placed>(
  transactions: readonly Transaction[],
): readonly Transaction[] {
  for (let at = 1; at < transactions.length; at++) {
    if (isBefore(transactions[at] as Transaction, transactions[at - 1] as Transaction)) {
      return transactions.toSorted(newestFirst);
    }
  }
  return transactions;
}
