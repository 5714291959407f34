import { sumOf } from "../base/money.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import type { RegularPayment } from "./regular_ahead.ts";
import { compareTexts } from "../base/fold_text.ts";

/** Payments that are taken for granted; amounts in milliunits, signed. */
export interface AssumedPayments {
  /** Habits, the next payment of each. */
  readonly recurring: readonly {
    readonly payee: string;
    readonly cadence: Cadence;
    readonly amount: number;
    readonly next_date: string;
  }[];
  /** Schedules, a line each. */
  readonly scheduled: readonly {
    readonly payee: string;
    readonly amount: number;
    /** Upstream's word. */
    readonly frequency: string;
    readonly next_date: string;
    /** Payments that are counted, up to the last day of the forecast. */
    readonly times: number;
  }[];
}

/** Lists regular payments. */
export function listed(regular: readonly RegularPayment[]): AssumedPayments {
  const recurring = regular.flatMap(({ payee, cadence, payments: [next] }) =>
    cadence === null || next === undefined
      ? []
      : [{ payee, cadence, amount: next.amount, next_date: next.date }]
  );
  const scheduled = regular.flatMap(({ payee, frequency, payments }) => {
    const [next] = payments;
    if (frequency === null || next === undefined) return [];
    const { date: next_date, amount } = next;
    return [{ payee, amount, frequency, next_date, times: payments.length }];
  });
  return { recurring: recurring.sort(byNextDate), scheduled: scheduled.sort(byNextDate) };
}

/** Gives what regular income comes to in a month on average. */
export function perMonth(regular: readonly RegularPayment[]): number {
  return sumOf(
    regular.filter(({ isIncome }) => isIncome).map(({ perYear, payments: [next] }) =>
      Math.round((next?.amount ?? 0) * perYear / 12)
    ),
  );
}

function byNextDate(
  { next_date: one }: { readonly next_date: string },
  { next_date: other }: { readonly next_date: string },
): number {
  return compareTexts(one, other);
}
