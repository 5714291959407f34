/** Statements for the household's accounts, as their banks would write them. */

import { EVAL_PLAN } from "./world.ts";

/** A transaction with its amount in cents; negative for money out. */
export interface Booking {
  readonly date: string;
  readonly cents: number;
  readonly label: string;
}

export interface BankStatement {
  readonly bookings: readonly Booking[];
  /** Balances in cents. */
  readonly opening: number;
  readonly closing: number;
}

export const LYON = { account: "Lyon Account", month: "2026-10" };

/** Transactions that are in the bank's books for the Lyon account but not in YNAB. */
export const BAKERY: Booking = {
  date: "2026-10-21",
  cents: -1_840,
  label: "CB BOULANGERIE DU PARC",
};
export const FEE: Booking = { date: "2026-10-28", cents: -210, label: "FRAIS DE TENUE DE COMPTE" };

/**
 * Collects an account's YNAB transactions for a month, plus some that only the bank has. `edited`
 * returns the row as the bank writes it, or nothing to leave it out.
 */
export function bankStatement(
  { account, month }: { readonly account: string; readonly month: string },
  only: readonly Booking[] = [],
  edited: (booking: Booking) => Booking | null = (booking) => booking,
): BankStatement {
  const id = EVAL_PLAN.accounts.find(({ name }) => name === account)?.id;
  const payees = new Map(EVAL_PLAN.payees.map((payee) => [payee.id, payee.name]));
  const rows = EVAL_PLAN.transactions.filter((row) => row.account_id === id && !row.deleted);
  const own = rows.filter(({ date }) => date.startsWith(month)).map((row) => ({
    date: row.date,
    cents: row.amount / 10,
    label: row.import_payee_name_original ?? payees.get(row.payee_id ?? "") ?? "",
  }));
  const bookings = [...own.flatMap((booking) => edited(booking) ?? []), ...only]
    .toSorted((one, other) => one.date < other.date ? -1 : one.date > other.date ? 1 : 0);
  const opening = total(
    rows.filter(({ date }) => date < month).map(({ amount }) => ({ cents: amount / 10 })),
  );
  return { bookings, opening, closing: opening + total(bookings) };
}

export function total(bookings: readonly { readonly cents: number }[]): number {
  return bookings.reduce((sum, { cents }) => sum + cents, 0);
}

export function inUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Writes the transactions as CSV, with a running balance. */
export function csvOf({ bookings, opening }: BankStatement): string {
  let balance = opening;
  const lines = bookings.map(({ date, cents, label }) => {
    balance += cents;
    return `${date},"${label}",${inUnits(cents)},${inUnits(balance)}`;
  });
  return ["Date,Description,Amount,Balance", ...lines].join("\n");
}

/** Writes the transactions as an assistant would read them from a photo. */
export function rowsOf(
  bookings: readonly Booking[],
): readonly { readonly date: string; readonly amount: number; readonly payee: string }[] {
  return bookings.map(({ date, cents, label }) => ({ date, amount: cents / 100, payee: label }));
}

/** Writes the transactions as lines in a printed statement. */
export function printed(bookings: readonly Booking[]): string {
  return bookings.map(({ date, cents, label }) => `${date}  ${label}  ${inUnits(cents)}`)
    .join("\n");
}
