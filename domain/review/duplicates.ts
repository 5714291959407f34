import { daysBetween } from "../base/day.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { compareTexts } from "../base/fold_text.ts";

/** Days between two entries of one payment by the same hand. */
const DAYS_APART = 3;

/** Days between what a person entered and what the bank sent. */
const DAYS_TO_IMPORT = 6;

/** Finds the transaction that a transaction seems to repeat. */
export function duplicateOf<Transaction extends TransactionRecord>(
  transaction: Transaction,
  others: readonly Transaction[],
): Transaction | null {
  if (transaction.amount === 0) return null;
  const alike = others.filter((other) =>
    other.amount === transaction.amount && other.account_id === transaction.account_id &&
    other.id !== transaction.id
  );
  // With two of them near, it is a habit.
  const first = alike.find((other) => isNear(transaction, other) && comesFirst(other, transaction));
  if (first === undefined) return null;
  return isHabit([...alike, transaction]) ? null : first;
}

function apart(one: TransactionRecord, other: TransactionRecord): number {
  return Math.abs(daysBetween(one.date, other.date));
}

function isNear(one: TransactionRecord, other: TransactionRecord): boolean {
  const isEnteredOnce = isImported(one) !== isImported(other);
  const isMatched = one.matched_transaction_id === other.id ||
    other.matched_transaction_id === one.id;
  return !isMatched && apart(one, other) <= (isEnteredOnce ? DAYS_TO_IMPORT : DAYS_APART);
}

function isImported({ import_id: id }: TransactionRecord): boolean {
  return (id ?? "") !== "";
}

/** Of two only one is told: the one that still waits, else the later one. */
function comesFirst(other: TransactionRecord, transaction: TransactionRecord): boolean {
  if (other.approved !== transaction.approved) return other.approved;
  return compareTexts(placeOf(other), placeOf(transaction)) === -1;
}

/** By day, those of one day by id. */
function placeOf({ date, id }: TransactionRecord): string {
  return `${date} ${id}`;
}

/** Fares, coffees and the like: the same price is paid again within days, time after time. */
function isHabit(alike: readonly TransactionRecord[]): boolean {
  const days = alike.toSorted((a, b) => compareTexts(a.date, b.date));
  const close = days.filter((one, at) => {
    const before = days[at - 1];
    return before !== undefined && apart(before, one) <= DAYS_TO_IMPORT;
  });
  return close.length > 1;
}
