import { DAYS_PER_YEAR } from "../base/month.ts";
import { meanOf, squaresOf } from "../base/statistics.ts";

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

/** Amounts that differ by at most this fraction count as equal, because exchange rates vary. */
const SAME_PRICE = 0.005;

export function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <=
    SAME_PRICE * Math.max(Math.abs(one), Math.abs(other));
}

/** Predicts a payment from those before it; `null` if there are too few. */
type Guess = (before: readonly DuePayment[], dueDay: number) => number | null;

/** Maximum ratio between consecutive amounts; a larger ratio may indicate an outlier. */
const MAX_STEP = 1.5;

/**
 * Maximum number of days by which the time between two due dates may differ from a whole number of
 * years and still be treated as a whole number of years.
 */
const YEAR_REACH = 15;

const MAX_YEARS_BEFORE = 3;

/**
 * A bill counts as seasonal only if the bill a year earlier predicts it better than the median of
 * all earlier bills does. The mean error of the first prediction must be at most this fraction of
 * the mean error of the second.
 */
const MOST_OF_MEDIAN_ERROR = 0.75;

/** Minimum share of payments that must repeat the previous amount for a price to count as fixed. */
const FIXED_SHARE = 0.6;

/** Whether the price is fixed: most payments repeat the previous amount. */
export function isFixedPrice(amounts: readonly number[]): boolean {
  const repeats = amounts.filter((amount, at) =>
    at > 0 && isSamePrice(amounts[at - 1] ?? 0, amount)
  );
  return amounts.length < 3 || repeats.length >= (amounts.length - 2) * FIXED_SHARE;
}

/** A rule replaces a simpler one if its error is below this share of the simpler rule's error. */
const MOST_OF_SIMPLE_ERROR = 0.9;

/**
 * Predicts amounts for a forecast, with the rule that has had the smallest error so far. The rules,
 * simplest first, are the current price, the mean of the last three payments, the mean of the last
 * twelve, and the amount a year earlier. In a tie, the simplest rule wins. Both averages include
 * exceptional amounts, because these often recur.
 */
export function expectedAmounts(payments: readonly DuePayment[]): PredictedAmounts {
  let best: Guess = priceInForce;
  let least = Infinity;
  for (const guess of [priceInForce, meanOfLast(3), meanOfLast(12), yearBefore]) {
    const error = meanError(guess, payments);
    if (error < least) [best, least] = [guess, error];
  }
  return predictedBy(best, payments);
}

/**
 * Predicts the next bills. For a fixed price, the prediction is the current price. For varying
 * amounts, it is the median since the last clear change, unless the median of the last three
 * payments has been more accurate. For a seasonal bill, it is the amount a year earlier.
 */
export function usualAmounts(
  payments: readonly DuePayment[],
): PredictedAmounts & { readonly isSeasonal: boolean } {
  const error = (guess: Guess): number => meanError(guess, payments);
  const amounts = payments.map(({ amount }) => amount);
  // Two equal amounts may be the fixed price of a new subscription.
  const [previous = 0, last = 0] = amounts.slice(-2);
  const steady = isFixedPrice(amounts) || isSamePrice(previous, last)
    ? priceInForce
    : error(medianOfThree) < MOST_OF_SIMPLE_ERROR * error(medianSinceChange)
    ? medianOfThree
    : medianSinceChange;
  const seasonError = error(yearBefore);
  const medianError = error((before) => lowerMedian(before.map(({ amount }) => amount)));
  const isSeasonal = seasonError <= MOST_OF_MEDIAN_ERROR * medianError &&
    seasonError < error(steady);
  return { ...predictedBy(isSeasonal ? yearBefore : steady, payments), isSeasonal };
}

function predictedBy(best: Guess, payments: readonly DuePayment[]): PredictedAmounts {
  const expect = (before: readonly DuePayment[], dueDay: number): number | null => {
    const guess = best(before, dueDay) ?? priceInForce(before);
    return guess === null ? null : Math.round(guess) + 0;
  };
  return {
    isOwed: false,
    before: payments.map(({ dueDay }, at) => expect(payments.slice(0, at), dueDay)),
    on: (dueDays) => dueDays.map((dueDay) => expect(payments, dueDay) ?? 0),
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

function medianSinceChange(before: readonly DuePayment[]): number | null {
  const amounts = before.map(({ amount }) => amount);
  return medianOf(amounts.slice(clearestShift(amounts.map(Math.abs)) ?? 0));
}

function medianOfThree(before: readonly DuePayment[]): number | null {
  return medianOf(before.slice(-3).map(({ amount }) => amount));
}

function medianOf(amounts: readonly number[]): number | null {
  return amounts.length < 3 ? null : lowerMedian(amounts);
}

/** Returns the lower median by absolute value, which is always an actual payment. */
export function lowerMedian(amounts: readonly number[]): number {
  const bySize = amounts.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return bySize[Math.floor((amounts.length - 1) / 2)] ?? 0;
}

function yearBefore(before: readonly DuePayment[], dueDay: number): number | null {
  for (let years = 1; years <= MAX_YEARS_BEFORE; years++) {
    const apart = (one: DuePayment): number =>
      Math.abs(dueDay - years * DAYS_PER_YEAR - one.dueDay);
    const [nearest] = before.filter((one) => apart(one) <= YEAR_REACH)
      .sort((a, b) => apart(a) - apart(b));
    if (nearest !== undefined) return nearest.amount;
  }
  return null;
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

/** Minimum number of payments on each side of a change if amounts vary. */
const MIN_AT_A_SIDE = 3;

/** A change is clear only if the pooled standard deviation of the log amounts is at most this. */
const STEADY_SPREAD = 0.12;

const SMALLEST_CHANGE = 0.06;

/**
 * A change counts as clear only if its t-statistic exceeds this value. `clearestShift` tries every
 * possible date of a change, so a t-statistic of 3 often occurs by chance.
 */
const CLEAR_CHANGE = 4;

/** Index of the first payment after the clearest change in amount; `null` if no change is clear. */
export function clearestShift(sizes: readonly number[]): number | null {
  const logs = sizes.map(Math.log);
  let best: number | null = null;
  let clearest = CLEAR_CHANGE;
  for (let at = MIN_AT_A_SIDE; at <= logs.length - MIN_AT_A_SIDE; at++) {
    const [one, other] = [logs.slice(0, at), logs.slice(at)];
    const spread = Math.max(
      0.01,
      Math.sqrt((squaresOf(one) + squaresOf(other)) / (logs.length - 2)),
    );
    const apart = Math.abs(meanOf(one) - meanOf(other));
    if (spread > STEADY_SPREAD || apart < SMALLEST_CHANGE) continue;
    const t = apart / (spread * Math.sqrt(1 / one.length + 1 / other.length));
    if (t > clearest) [best, clearest] = [at, t];
  }
  return best;
}
