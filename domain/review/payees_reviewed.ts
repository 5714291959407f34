import { namesPayee, payeeKeyOf } from "../payees/payee_key.ts";
import { type PayeeGroup, payeeIndexOf } from "../payees/payee_index.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { compareTexts } from "../base/fold_text.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";

/** Finds the transactions of a transaction's payee in its direction. */
export type GroupFinder = (row: TransactionRecord) => PayeeGroup<TransactionRecord> | undefined;

/** Prepares to find groups for the transactions of a day and later. */
export function groupFinder(
  live: Transactions<TransactionRecord>,
  sinceDay: number,
): GroupFinder {
  const groups = new Map<string, PayeeGroup<TransactionRecord>>();
  for (const group of payeeIndexOf(live).groups) {
    group.visitSince(sinceDay, (chunk, place) => {
      groups.set(chunk.idAt(place), group);
    });
  }
  return ({ id }) => groups.get(id);
}

/**
 * Prepares to find the id of the first transaction of a transaction's payee, whichever way the
 * money went.
 */
export function firstPayments(
  live: Transactions<TransactionRecord>,
): (row: TransactionRecord) => string | undefined {
  const first = new Map<string, TransactionRecord>();
  for (const chunk of chunksOf(live)) {
    for (const row of chunk.all) {
      const name = nameOf(row);
      const known = first.get(name);
      if (known === undefined || isEarlier(row, known)) first.set(name, row);
    }
  }
  return (row) => nameOf(row) === "" ? undefined : first.get(nameOf(row))?.id;
}

function isEarlier(one: TransactionRecord, other: TransactionRecord): boolean {
  const days = compareTexts(one.date, other.date);
  return days === -1 || (days === 0 && compareTexts(one.id, other.id) === -1);
}

function nameOf(row: TransactionRecord): string {
  return namesPayee(row) ? payeeKeyOf(row) : "";
}
