import { dayNumber } from "../base/day.ts";
import { liveLines, MAX_POSTING_DAYS, type TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import {
  type CountedChunk,
  countedChunks,
  type Transactions,
} from "../transactions/transaction_chunks.ts";
import type { Statement, StatementRow } from "./statement.ts";

/** Maximum number of days between the user's date and the bank's, in either direction. */
export const MAX_DAYS_APART = 10;

export interface Booking {
  readonly row: StatementRow;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The bank's label for the row or, if there is none, the row's memo, normalized. */
  readonly labelKey: string;
}

export interface Entry {
  readonly transaction: TransactionRecord;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly payeeKey: string;
  /** The bank's label for the transaction, normalized; `null` if it wasn't imported. */
  readonly labelKey: string | null;
  /**
   * Identifies the payee and the bank's label, if any. Entries with the same `party` match a
   * statement row's label equally well.
   */
  readonly party: string;
  /** Entries of the same kind and amount are interchangeable. */
  readonly kind: string;
}

export interface AccountEntries {
  /** Transactions in or near the statement's period, newest first, each matched pair only once. */
  readonly entries: readonly Entry[];
  /** For each amount in the statement, the number of account transactions with that amount. */
  readonly countByAmount: ReadonlyMap<number, number>;
  /** Number of days that `countByAmount` covers. */
  readonly days: number;
  /** Sum of cleared and reconciled transactions through the period's last day, in milliunits. */
  readonly clearedBalance: number;
}

export interface AccountPeriod {
  readonly accountId: string;
  /** First and last day, in days since 1970-01-01. */
  readonly first: number;
  readonly last: number;
}

export function bookingsOf({ rows }: Statement): readonly Booking[] {
  return rows.map((row) => ({
    row,
    day: dayNumber(row.date),
    labelKey: payeeKeyOf({ payee_name: row.payee || row.memo }),
  }));
}

export function accountEntries(
  transactions: Transactions<TransactionRecord>,
  { accountId, first, last }: AccountPeriod,
  rows: readonly StatementRow[],
): AccountEntries {
  const countByAmount = new Map(rows.map(({ amount }) => [amount, 0]));
  const entries: Entry[] = [];
  let [oldest, newest, clearedBalance] = [last, first, 0];
  for (const { chunk, place, isOurs } of countedPlaces(transactions, accountId)) {
    if (!isOurs) continue;
    const amount = chunk.amountAt(place);
    const day = dayNumber(chunk.dateAt(place));
    const count = countByAmount.get(amount);
    if (count !== undefined) countByAmount.set(amount, count + 1);
    const cleared = chunk.column("cleared").at(place);
    if (day <= last && isClearedState({ cleared })) clearedBalance += amount;
    oldest = Math.min(oldest, day);
    newest = Math.max(newest, day);
    if (day >= first - MAX_DAYS_APART && day <= last + MAX_DAYS_APART) {
      entries.push(entryOf(chunk.at(place), day));
    }
  }
  return { entries, countByAmount, days: newest - oldest + 1, clearedBalance };
}

interface CountedPlace {
  readonly chunk: CountedChunk["chunk"];
  readonly place: number;
  readonly isOurs: boolean;
}

/** Visits every transaction (a matched pair once) without building the transaction objects. */
function* countedPlaces(
  transactions: Transactions<TransactionRecord>,
  accountId: string,
): Generator<CountedPlace> {
  for (const { chunk, leftOut } of countedChunks(transactions)) {
    const accounts = chunk.column("account_id");
    for (let place = 0; place < chunk.count; place++) {
      if (!leftOut.has(place)) yield { chunk, place, isOurs: accounts.at(place) === accountId };
    }
  }
}

function entryOf(transaction: TransactionRecord, day: number): Entry {
  const { id, category_id: category, import_payee_name_original: original } = transaction;
  const label = original || transaction.import_payee_name;
  const payeeKey = payeeKeyOf(transaction);
  const isSplit = liveLines(transaction).length > 0;
  const isReconciled = transaction.cleared === "reconciled";
  const labelKey = label ? payeeKeyOf({ payee_name: label }) : null;
  return {
    transaction,
    day,
    payeeKey,
    labelKey,
    party: labelKey === null ? payeeKey : `${payeeKey}\n${labelKey}`,
    kind: isSplit ? id : JSON.stringify([payeeKey, category, isReconciled]),
  };
}

export function isClearedState({ cleared }: { readonly cleared: unknown }): boolean {
  return cleared === "cleared" || cleared === "reconciled";
}

/** Lists cleared but unreconciled transactions dated no later than the period's last day. */
export function clearedEntries(
  transactions: Transactions<TransactionRecord>,
  { accountId, last }: AccountPeriod,
): readonly TransactionRecord[] {
  return countedPlaces(transactions, accountId).filter(({ chunk, place, isOurs }) =>
    isOurs && chunk.column("cleared").at(place) === "cleared" &&
    dayNumber(chunk.dateAt(place)) <= last
  ).map(({ chunk, place }) => chunk.at(place)).toArray();
}

/** Transactions in other accounts that may be the other side of a transfer in the statement. */
export function oppositeEntries(
  transactions: Transactions<TransactionRecord>,
  { accountId, first, last }: AccountPeriod,
  rows: readonly StatementRow[],
): readonly TransactionRecord[] {
  const wanted = new Set(rows.map(({ amount }) => -amount));
  return countedPlaces(transactions, accountId).filter(({ chunk, place, isOurs }) => {
    if (isOurs || !wanted.has(chunk.amountAt(place))) return false;
    const day = dayNumber(chunk.dateAt(place));
    return day >= first - MAX_POSTING_DAYS && day <= last + MAX_POSTING_DAYS;
  }).map(({ chunk, place }) => chunk.at(place)).toArray();
}

/** Returns a live transaction by id, or its match if it's the imported half of a matched pair. */
export function countedTransaction(
  transactions: Transactions<TransactionRecord>,
  id: string,
): TransactionRecord | null {
  for (const { chunk, leftOut } of countedChunks(transactions)) {
    const place = chunk.placeOf(id);
    if (place < 0) continue;
    if (!leftOut.has(place)) return chunk.at(place);
    const partner = chunk.at(place).matched_transaction_id ?? "";
    // The recursion ends here, because the partner of an excluded transaction is never excluded.
    return countedTransaction(transactions, partner);
  }
  return null;
}
