import { sumOf } from "../domain/base/money.ts";
import type { ReadBooking } from "./csv_bookings.ts";

/** Balances and totals that a file lists among its bookings. */
export interface BalanceRows {
  readonly rows: readonly ReadBooking[];
  readonly opening: number | null;
  readonly closing: number | null;
  /** Whether the sums of the bookings confirm them, so that nothing must be asked. */
  readonly isConfirmed: boolean;
}

/** Bookings that sums must cover before they tell a balance without a label. */
const FEWEST_BOOKINGS = 3;

/** Finds balances and totals among the bookings, by label or as the first and last of them. */
export function findBalanceRows(
  all: readonly ReadBooking[],
  isNewestFirst: boolean,
): BalanceRows | null {
  const entered = all.filter(({ reason }) => reason === null);
  const labelled = entered.filter(({ label }) => label !== null);
  if (labelled.length > 0) return confirmed(labelled, entered);
  const [first, ...rest] = entered;
  const last = rest.pop();
  if (first === undefined || last === undefined || rest.length < FEWEST_BOOKINGS) return null;
  const [opening, closing] = isNewestFirst ? [last, first] : [first, last];
  const sum = amountOf(rest);
  if (sum !== 0 && opening.amount + sum === closing.amount) {
    return { ...confirmed([opening, closing], entered), isConfirmed: false };
  }
  const total = isNewestFirst ? first : last;
  const summed = amountOf(entered) - total.amount;
  const isTotal = summed !== 0 && summed === total.amount;
  return isTotal ? { rows: [total], opening: null, closing: null, isConfirmed: false } : null;
}

function confirmed(rows: readonly ReadBooking[], entered: readonly ReadBooking[]): BalanceRows {
  const others = entered.filter((one) => !rows.includes(one));
  const out = amountOf(others.filter(({ amount }) => amount < 0));
  const sum = amountOf(others);
  const named = (label: "opening" | "closing"): number | null =>
    rows.find((row) => row.label === label)?.amount ?? null;
  const [opening, closing] = [named("opening"), named("closing")];
  const hasBalances = opening !== null && closing !== null && opening + sum === closing;
  const totals = [sum, out, sum - out].map(Math.abs);
  const isConfirmed =
    rows.every(({ label, amount }) =>
      label === "total" ? totals.includes(Math.abs(amount)) : hasBalances
    ) && rows.filter(({ label }) => label === "opening").length < 2 &&
    rows.filter(({ label }) => label === "closing").length < 2;
  return {
    rows,
    isConfirmed,
    opening: hasBalances ? opening : null,
    closing: hasBalances ? closing : null,
  };
}

function amountOf(rows: readonly ReadBooking[]): number {
  return sumOf(rows.map(({ amount }) => amount));
}
