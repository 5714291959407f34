import { sumOf } from "../base/money.ts";
import { addMonths, lastOfMonth } from "../base/month.ts";
import { deviationOf, kernelWidth, quantile, seededRandom } from "../base/statistics.ts";

/** A past month's residuals (the amounts that no rule predicts), in milliunits. */
export interface PastMonth {
  /**
   * Running total of the residuals at the end of each day: 0 at index 0, then days 1 to 31. Shorter
   * months repeat their last total.
   */
  readonly sums: readonly number[];
  /** Like `sums`, but for simulating distant months, whose card payments aren't known yet. */
  readonly farSums: readonly number[];
  /** Lasting change in recurring payments, from this month on, in milliunits. */
  readonly levelShift: number;
  /** 1 for January. */
  readonly monthOfYear: number;
  /** Weight of the month in the random draws; above zero. */
  readonly weight: number;
}

/** Enough simulated paths to estimate probabilities to within one or two percentage points. */
const PATHS = 1000;

const LONGEST_MONTH = 31;

/**
 * Simulates paths by drawing past months with the stationary bootstrap (Politis and Romano, 1994).
 * Half of the draws take the month after the previously drawn month, because a payment missed in
 * one month is often made in the next. The other half of the draws choose a month at random, with
 * a higher probability for recent months and for months in the same season. Returns the balances of
 * each path at the end of each day, starting with today.
 *
 * In the first month or two, card payments mostly pay off known debt; later months vary more.
 *
 * Each drawn month contributes only its deviation from the mean. The expected path already includes
 * the mean. Past changes, such as the start of a recurring payment, shouldn't be projected into the
 * future.
 *
 * A normal kernel smooths the draws (Silverman and Young, "The bootstrap: to smooth or not to
 * smooth?", 1987), because draws from only a few months would give too narrow a range. The error in
 * the expected amount (the standard error of the mean) affects every month equally. If a drawn
 * month includes a lasting change in recurring payments, that change shifts the rest of the path.
 */
export function resampledPaths(
  today: string,
  dailyBalances: readonly number[],
  past: readonly PastMonth[],
): readonly Float64Array[] {
  if (past.length === 0) return [Float64Array.from(dailyBalances)];
  const weights = past.map(({ weight }) => weight);
  const near = residualsOf(past.map(({ sums }) => sums), weights);
  const far = residualsOf(past.map(({ farSums }) => farSums), weights);
  const spans = monthSpans(today, dailyBalances.length).map((span) => ({
    ...span,
    tops: weightsFor(past, Number(span.month.slice(5))),
    residuals: mixed(near, far, unknownShare(span.place)),
  }));
  const meanLevelShift = weightedMean(past.map(({ levelShift }) => levelShift), weights);
  const count = past.length;
  // Widen the spread, because a small number of months understates it.
  const widening = count < 2 ? 1 : Math.sqrt(count / (count - 1));
  return Array.from({ length: PATHS }, (_, seed) => {
    const balances = Float64Array.from(dailyBalances);
    // Each path has its own seed, so that extending a forecast doesn't change the earlier months.
    const random = seededRandom(seed);
    // Draw the error in the expected amount once per path, because it affects every month.
    const error = normalFrom(random);
    let level = 0;
    let drift = 0;
    let drawn = count;
    for (const { tops, length, before, place, residuals } of spans) {
      const follows = random() < FOLLOWS;
      const height = random() * (tops.at(-1) ?? 0);
      drawn = follows && drawn + 1 < count ? drawn + 1 : tops.findIndex((top) => height < top);
      const month = past[drawn] as PastMonth;
      const { byMonth, mean, meanError, bandwidth } = residuals;
      const sums = byMonth[drawn] as readonly number[];
      const perDay = (bandwidth * normalFrom(random) - mean) / length;
      const begun = (sums[before] ?? 0) + perDay * before;
      let off = 0;
      for (let day = before + 1; day <= length; day++) {
        // If the drawn month is longer than the simulated one, the simulated month's last day also
        // gets the amounts of the extra days.
        const sum = (sums[day === length ? LONGEST_MONTH : day] ?? 0) + perDay * day;
        off = widening * (sum - begun) + (meanError * error + level) * (day - before) / length;
        const at = place + day - before - 1;
        balances[at] = (dailyBalances[at] ?? 0) + drift + off;
      }
      drift += off;
      level += (month.levelShift - meanLevelShift) * (length - before) / length;
    }
    return balances;
  });
}

interface Residuals {
  /** The running totals of each month. */
  readonly byMonth: readonly (readonly number[])[];
  readonly mean: number;
  /** Standard error of the mean. */
  readonly meanError: number;
  readonly bandwidth: number;
}

function residualsOf(
  byMonth: readonly (readonly number[])[],
  weights: readonly number[],
): Residuals {
  const totals = byMonth.map((sums) => sums[LONGEST_MONTH] ?? 0);
  return {
    byMonth,
    mean: weightedMean(totals, weights),
    meanError: totals.length < 2 ? 0 : deviationOf(totals) / Math.sqrt(totals.length),
    bandwidth: kernelWidth(totals),
  };
}

/**
 * Number of days from today after which card payments cover only purchases that haven't been made
 * yet.
 */
const UNKNOWN_DAYS = 30;

/**
 * Returns the weight of `farSums`, from 0 to 1, for a month whose simulation begins `place` days
 * after today. The standard deviation of a sum over n days grows with the square root of n.
 */
function unknownShare(place: number): number {
  return Math.sqrt(Math.min(1, (place - 1) / UNKNOWN_DAYS));
}

function mixed(near: Residuals, far: Residuals, share: number): Residuals {
  const mix = (one: number, other: number): number => one + share * (other - one);
  return {
    byMonth: near.byMonth.map((sums, month) =>
      sums.map((sum, day) => mix(sum, far.byMonth[month]?.[day] ?? 0))
    ),
    mean: mix(near.mean, far.mean),
    meanError: mix(near.meanError, far.meanError),
    bandwidth: mix(near.bandwidth, far.bandwidth),
  };
}

/** Uses a loop, because spreading balances into `Math.min` would take most of a forecast's time. */
export function lowestIn(balances: Float64Array, first = 0, end = balances.length): number {
  let lowest = Infinity;
  for (let at = first; at < end; at++) {
    const balance = balances[at] as number;
    if (balance < lowest) lowest = balance;
  }
  return lowest;
}

export function chanceBelowZero(paths: readonly Float64Array[]): number {
  return riskOf(paths.filter((balances) => lowestIn(balances) < 0).length, paths.length);
}

/**
 * Estimates the risk that the balance falls below a limit. The simulation has `count` paths, and
 * `paths` is the number of paths on which the balance falls below the limit. The estimate is higher
 * than `paths / count`, because in backtests, balances fell below the limit more often than in the
 * simulation.
 */
export function riskOf(paths: number, count: number): number {
  // A single division is correctly rounded, so the result prints as the exact decimal.
  return (5 * count + 95 * paths) / (100 * count);
}

/**
 * Returns how many of `count` paths can fall below the limit while keeping the risk at or below
 * 10%.
 */
export function mostFailing(count: number): number {
  return Math.floor(5 * count / 95);
}

/** One month of a simulated path. The path starts with today's balance. */
export interface MonthSpan {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly length: number;
  /** Number of days in the month up to and including today; 0 for later months. */
  readonly before: number;
  /** Index, in the path, of the balance on the month's first simulated day. */
  readonly place: number;
}

export function monthSpans(today: string, days: number): readonly MonthSpan[] {
  const spans: MonthSpan[] = [];
  let [month, before, place] = [today, Number(today.slice(8)), 1];
  do {
    const length = Number(lastOfMonth(month).slice(8));
    spans.push({ month: month.slice(0, 7), length, before, place });
    place += length - before;
    [month, before] = [addMonths(month, 1, 1), 0];
  } while (place < days);
  return spans;
}

/** Weight of past months in the same season: the same month of the year and its two neighbors. */
const SEASON_WEIGHT = 3;

/**
 * Probability that a draw takes the month following the previously drawn month. The mean length of
 * a block of consecutive months is therefore 2 months.
 */
const FOLLOWS = 0.5;

/** Returns the past months' cumulative weights for a random draw that simulates `monthOfYear`. */
function weightsFor(past: readonly PastMonth[], monthOfYear: number): readonly number[] {
  let total = 0;
  return past.map((month) => {
    const apart = Math.abs(month.monthOfYear - monthOfYear);
    const isSeason = Math.min(apart, 12 - apart) <= 1;
    return total += month.weight * (isSeason ? SEASON_WEIGHT : 1);
  });
}

/** Returns a standard normal deviate (Box and Muller, 1958). */
function normalFrom(random: () => number): number {
  // Avoid the logarithm of zero.
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Distance of Tukey's outer fences from the quartiles, in interquartile ranges. */
const OUTER_FENCE = 3;

/** Half-life, in months, of a past month's weight. */
const HALF_LIFE_MONTHS = 12;

/** Returns a past month's weight, which is lower for older months because habits change. */
export function weightAt(age: number): number {
  return 2 ** (0 - age / HALF_LIFE_MONTHS);
}

/**
 * Winsorizes sums at Tukey's outer fences ("Exploratory Data Analysis", 1977), or at `slack` beyond
 * the quartiles if that is wider, because extreme sums, for example from a house sale, won't recur.
 */
export function winsorize(sums: readonly number[], slack: number): readonly number[] {
  const sorted = sums.toSorted((a, b) => a - b);
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = Math.max(OUTER_FENCE * (high - low), slack);
  return sums.map((sum) => Math.round(Math.min(high + reach, Math.max(low - reach, sum))) + 0);
}

export function weightedMean(values: readonly number[], weights: readonly number[]): number {
  const total = sumOf(values.map((value, at) => value * (weights[at] ?? 0)));
  return Math.round(total / sumOf(weights)) + 0;
}
