import { meanOf, quantile } from "../base/statistics.ts";
import { DAYS_PER_YEAR } from "../base/month.ts";

/** One regular payment. `dueDay` is in days since 1970-01-01, and `amount` is in milliunits. */
export interface DuePayment {
  readonly dueDay: number;
  readonly amount: number;
}

export interface PredictedAmounts {
  /** Whether the payments pay off a debt; if so, one payment doesn't predict the next. */
  readonly isOwed: boolean;
  /** For each past payment, the amount that was expected beforehand; `null` for the first one. */
  readonly before: readonly (number | null)[];
  on(dueDays: readonly number[]): readonly number[];
}

/** Number of past payments with which predictions are compared. */
export const COMPARED = 12;

/** Amounts that differ by at most this share count as the same price (exchange rates vary). */
const SAME_PRICE = 0.005;

export function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <=
    SAME_PRICE * Math.max(Math.abs(one), Math.abs(other));
}

/** Predicts a payment from those before it; `null` if there are too few. */
type Guess = (before: readonly DuePayment[], dueDay: number) => number | null;

/** Maximum factor between two prices; a larger one indicates an outlier. */
const MAX_STEP = 1.5;

/**
 * Maximum number of days between last year's payment and the date exactly one year before the due
 * day.
 */
const YEAR_REACH = 15;

/**
 * A bill is seasonal if predictions from the year before have at most this share of the error of
 * predictions from the median. A larger share would mistake a few exceptional amounts for a season.
 */
const MOST_OF_MEDIAN_ERROR = 0.5;

/**
 * Predicts with the rule that has had the smallest error so far, preferring simpler rules: the
 * current price, the mean of the last three payments, the mean of the last twelve, or the amount a
 * year earlier.
 */
export function expectedAmounts(
  payments: readonly DuePayment[],
): PredictedAmounts & { readonly isSeasonal: boolean } {
  let best: Guess = priceInForce;
  let least = Infinity;
  for (const guess of [priceInForce, meanOfLast(3), meanOfLast(12), yearBefore]) {
    const error = meanError(guess, payments);
    if (error < least) [best, least] = [guess, error];
  }
  const expect = (before: readonly DuePayment[], dueDay: number): number | null => {
    const guess = best(before, dueDay) ?? priceInForce(before);
    return guess === null ? null : Math.round(guess) + 0;
  };
  return {
    isOwed: false,
    isSeasonal: best === yearBefore &&
      least <= MOST_OF_MEDIAN_ERROR * meanError(medianAmount, payments),
    before: payments.map(({ dueDay }, at) => expect(payments.slice(0, at), dueDay)),
    on: (dueDays) => {
      // Each prediction may depend on earlier predictions.
      const known = [...payments];
      for (const dueDay of dueDays) known.push({ dueDay, amount: expect(known, dueDay) ?? 0 });
      return known.slice(payments.length).map(({ amount }) => amount);
    },
  };
}

function priceInForce(payments: readonly DuePayment[]): number | null {
  const amounts = payments.slice(-3).map(({ amount }) => amount);
  const [last, before, earlier] = amounts.reverse();
  if (last === undefined) return null;
  if (before === undefined || factorBetween(last, before) <= MAX_STEP) return last;
  return isSamePrice(before, earlier ?? before) ? before : last;
}

function meanOfLast(count: number): Guess {
  return (before) => {
    const last = before.slice(-count).map(({ amount }) => amount);
    return last.length < Math.min(count, 3) ? null : meanOf(last);
  };
}

function medianAmount(before: readonly DuePayment[]): number {
  return quantile(before.map(({ amount }) => amount).sort((a, b) => a - b), 0.5);
}

function yearBefore(before: readonly DuePayment[], dueDay: number): number | null {
  const apart = (one: DuePayment): number => Math.abs(dueDay - DAYS_PER_YEAR - one.dueDay);
  const [nearest] = before.filter((one) => apart(one) <= YEAR_REACH)
    .sort((a, b) => apart(a) - apart(b));
  return nearest?.amount ?? null;
}

function meanError(guess: Guess, payments: readonly DuePayment[]): number {
  const first = Math.max(1, payments.length - COMPARED);
  const errors = payments.slice(first).flatMap(({ dueDay, amount }, at) => {
    const guessed = guess(payments.slice(0, first + at), dueDay);
    return guessed === null ? [] : [Math.abs(guessed - amount)];
  });
  return errors.length < Math.max(1, Math.min(3, payments.length - 1)) ? Infinity : meanOf(errors);
}

function factorBetween(one: number, other: number): number {
  const [low, high] = [Math.abs(one), Math.abs(other)].sort((a, b) => a - b) as [number, number];
  return low === 0 ? Infinity : high / low;
}
