/**
 * Tells which payments a forecast takes for granted.
 *
 * @module
 */

import { sumOf } from "./money.ts";
import type { Cadence } from "./payment_rhythm.ts";
import type { RegularPayment } from "./regular_ahead.ts";

/** Payments that are taken for granted; amounts in milliunits, signed. */
export interface AssumedPayments {
  /** Habits, the next payment of each. */
  readonly recurring: readonly {
    readonly payee: string;
    readonly cadence: Cadence;
    readonly amount: number;
    readonly next_date: string;
  }[];
  /** Schedules, every payment, the first hundred by date. */
  readonly scheduled: readonly {
    readonly payee: string;
    readonly date: string;
    readonly amount: number;
  }[];
}

/** A daily schedule of two years would fill the answer. */
const MOST_SCHEDULED = 100;

/**
 * Lists regular payments.
 *
 * @param regular Habits and schedules.
 * @returns Both by date.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(listed([]), { recurring: [], scheduled: [] });
 * ```
 */
export function listed(regular: readonly RegularPayment[]): AssumedPayments {
  const recurring = regular.flatMap(({ payee, cadence, payments: [next] }) =>
    cadence === null || next === undefined
      ? []
      : [{ payee, cadence, amount: next.amount, next_date: next.date }]
  );
  const scheduled = regular.filter(({ cadence }) => cadence === null).flatMap(
    ({ payee, payments }) => payments.map(({ date, amount }) => ({ payee, date, amount })),
  );
  return {
    recurring: recurring.sort((a, b) => byDate(a.next_date, b.next_date)),
    scheduled: scheduled.sort((a, b) => byDate(a.date, b.date)).slice(0, MOST_SCHEDULED),
  };
}

/**
 * Gives what regular income comes to in a month on average.
 *
 * @param regular Habits and schedules; what is scheduled once is no monthly income.
 * @returns Whole milliunits.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const pay = { payee: "Employer", isIncome: true, perYear: 26, cadence: null };
 * assertEquals(perMonth([{ ...pay, payments: [{ date: "2024-03-15", amount: 1_200 }] }]), 2_600);
 * ```
 */
export function perMonth(regular: readonly RegularPayment[]): number {
  return sumOf(
    regular.filter(({ isIncome }) => isIncome).map(({ perYear, payments: [next] }) =>
      Math.round((next?.amount ?? 0) * perYear / 12)
    ),
  );
}

function byDate(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
