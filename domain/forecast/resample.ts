import { addMonths, lastOfMonth } from "../base/month.ts";
import { type Draws, monthDraws, type PastMonth } from "./month_draws.ts";
import { quantile } from "../base/statistics.ts";
import { weightedMean } from "./typical_month.ts";

/** The path that the past months are laid over; amounts in milliunits. */
export interface ResampledPath {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Expected balance at the end of each day, today first, up to the end of a month. */
  readonly evenings: readonly number[];
}

/** Where a month's end lies in four cases of five, and its lowest evening in nine of ten. */
export interface MonthRange {
  readonly p10: number;
  readonly p90: number;
  /** The lowest evening of the month is not below this in nine cases of ten. */
  readonly lowest_p10: number;
}

/** Ranges of the months, and how often a path went below zero. */
export interface ResampledRange {
  readonly months: readonly MonthRange[];
  /** Share of the paths with a day that ends below zero, 0 to 1. */
  readonly chanceBelowZero: number;
}

/** Enough that the share of paths moves by less than a percent or two. */
const PATHS = 1000;

const LONGEST_MONTH = 31;

/**
 * Draws paths made of past months, see {@linkcode monthDraws}, and looks at where
 * they end.
 *
 * What a month brings is its residual, how far it lay from the mean of all of them:
 * that mean is in the expected path as far as it can be counted on, and what came
 * once, such as a new habit or a higher price, does not come again every month.
 *
 * Months never repeat to the cent: each draw is smoothed by a normal kernel
 * (Silverman and Young, "The bootstrap: to smooth or not to smooth?", 1987), without
 * which a few months would make too narrow a range. What is expected may be wrong,
 * by the standard error of the past's mean, and then is wrong in every month; and
 * what changed for good in a past month changes for good in the path.
 */
export function resample(path: ResampledPath, past: readonly PastMonth[]): ResampledRange {
  const stretches = stretchesOf(path);
  const count = past.length === 0 ? 1 : PATHS;
  const perPath = (): Float64Array => new Float64Array(count);
  const walk: Walk = {
    ...path,
    stretches,
    ...spreadOf(past),
    ends: stretches.map(perPath),
    lows: stretches.map(perPath),
  };
  const monthsFor = monthDraws(past);
  let below = 0;
  for (let at = 0; at < count; at++) {
    walkThrough(walk, at, monthsFor(at));
    if (walk.lows.some((low) => (low[at] ?? 0) < 0)) below += 1;
  }
  return {
    months: walk.ends.map((end, at) => rangeOf(end, walk.lows[at] ?? end)),
    chanceBelowZero: below / count,
  };
}

/** The days of a month that lie ahead. */
interface Stretch {
  /** 1 for January. */
  readonly monthOfYear: number;
  /** Days of the whole month. */
  readonly length: number;
  /** The last day whose money is in the balance already; 0 for a month to come. */
  readonly before: number;
  /** Where the first evening after it stands. */
  readonly place: number;
}

interface Walk extends ResampledPath, Spread {
  readonly stretches: readonly Stretch[];
  /** Balances at the end of each stretch, by path. */
  readonly ends: readonly Float64Array[];
  /** Lowest evenings of each stretch, by path. */
  readonly lows: readonly Float64Array[];
}

function stretchesOf({ today, evenings }: ResampledPath): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let before = Number(today.slice(8));
  let place = 1;
  for (let month = today; place <= evenings.length; month = addMonths(month, 1, 1)) {
    const length = Number(lastOfMonth(month).slice(8));
    stretches.push({ monthOfYear: Number(month.slice(5, 7)), length, before, place });
    place += length - before;
    before = 0;
    if (place === evenings.length) break;
  }
  return stretches;
}

/** Walks one path and notes where its months end, and how low they go. */
function walkThrough(walk: Walk, path: number, { first, next }: Draws): void {
  const { evenings, stretches, mean, ends, lows } = walk;
  // What is wrong about the expectation is wrong in every month.
  let level = walk.meanError * first;
  let drift = 0;
  let lowest = evenings[0] ?? 0;
  for (const [at, { length, before, place, monthOfYear }] of stretches.entries()) {
    const { month, deviate } = next(monthOfYear);
    const perDay = (walk.bandwidth * deviate - mean) / length;
    const begun = (month?.sums[before] ?? 0) + perDay * before;
    let off = 0;
    for (let day = before + 1; day <= length; day++) {
      // A longer month of the past has its last days on this one's last.
      const sum = (month?.sums[day === length ? LONGEST_MONTH : day] ?? 0) + perDay * day;
      if (month !== null) {
        off = walk.widening * (sum - begun) + level * (day - before) / length;
      }
      lowest = Math.min(lowest, (evenings[place + day - before - 1] ?? 0) + drift + off);
    }
    drift += off;
    level += ((month?.levelShift ?? 0) - walk.meanLevelShift) * (length - before) / length;
    (ends[at] as Float64Array)[path] = (evenings[place + length - before - 1] ?? 0) + drift;
    (lows[at] as Float64Array)[path] = lowest;
    lowest = Infinity;
  }
}

interface Spread {
  /** Weighted means of what past months brought, and of how they shifted the level. */
  readonly mean: number;
  readonly meanLevelShift: number;
  /** By how much a few months understate how far months lie apart. */
  readonly widening: number;
  /** Silverman's rule of thumb for the width of a normal kernel (1986, equation 3.31). */
  readonly bandwidth: number;
  /** Standard error of the months' mean. */
  readonly meanError: number;
}

function spreadOf(past: readonly PastMonth[]): Spread {
  const totals = past.map(({ sums }) => sums[LONGEST_MONTH] ?? 0);
  const means = {
    mean: weightedMean(past.map(({ weight }, at) => ({ weight, sum: totals[at] ?? 0 }))),
    meanLevelShift: weightedMean(
      past.map(({ weight, levelShift }) => ({ weight, sum: levelShift })),
    ),
  };
  const count = totals.length;
  if (count < 2) return { ...means, widening: 1, bandwidth: 0, meanError: 0 };
  const sorted = Float64Array.from(totals).sort();
  const middle = totals.reduce((sum, total) => sum + total, 0) / count;
  const squares = totals.reduce((sum, total) => sum + (total - middle) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  const width = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  return {
    ...means,
    widening: Math.sqrt(count / (count - 1)),
    bandwidth: 0.9 * Math.min(deviation, width) * count ** -0.2,
    meanError: deviation / Math.sqrt(count),
  };
}

function rangeOf(ends: Float64Array, lows: Float64Array): MonthRange {
  const sorted = ends.toSorted();
  const low = Math.round(quantile(lows.toSorted(), 0.1)) + 0;
  const at = (share: number): number => Math.round(quantile(sorted, share)) + 0;
  return { p10: at(0.1), p90: at(0.9), lowest_p10: low };
}
