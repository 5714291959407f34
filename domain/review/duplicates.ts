/**
 * Near-duplicate detection: a payment that stands in an account twice.
 *
 * @module
 */

import { daysBetween } from "../base/day.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { compareTexts } from "../base/text_order.ts";

/** Days between two entries of one payment by the same hand. */
const DAYS_APART = 3;

/** Days between what a person entered and what the bank sent. */
const DAYS_TO_IMPORT = 6;

/**
 * Finds the transaction that a transaction seems to repeat.
 *
 * @param transaction The transaction.
 * @param others Transactions of the same payee and direction, itself among them or not.
 * @returns The other one; `null` where there is none, and where the payee is paid the same
 * amount in short succession as a habit.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const one = {
 *   id: "a",
 *   date: "2026-03-02",
 *   amount: -45_000,
 *   cleared: "cleared",
 *   approved: false,
 *   account_id: "c",
 *   account_name: "Checking",
 *   subtransactions: [],
 *   deleted: false,
 * };
 * const other = { ...one, id: "b", date: "2026-03-03" };
 * assertEquals(duplicateOf(other, [one, other])?.id, "a");
 * assertEquals(duplicateOf(one, [one, other]), null);
 * ```
 */
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
