import { addMonths, lastOfMonth } from "../base/month.ts";
import { quantile, seededRandom } from "../base/statistics.ts";

/** The expected path, which past months vary. Amounts are in milliunits. */
export interface ResampledPath {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Expected balance at the end of each day, from today through the end of a month. */
  readonly dailyBalances: readonly number[];
}

/** Residuals of a past month that no rule predicts, in milliunits. */
export interface PastMonth {
  /**
   * Running sum at the end of each day, from 0 on index 0 through day 31. Shorter months repeat
   * their total.
   */
  readonly sums: readonly number[];
  /** Change in the expectation for all later months. */
  readonly levelShift: number;
  /** 1 for January. */
  readonly monthOfYear: number;
  /** Weight when months are drawn; above zero. */
  readonly weight: number;
}

/** Range of a month's final and lowest balances. */
export interface MonthRange {
  readonly p10: number;
  readonly p90: number;
  /** 10th percentile of the month's lowest end-of-day balance. */
  readonly lowest_p10: number;
}

/** Ranges of the months, and the risk that a day ends below zero; see {@linkcode riskOf}. */
export interface ResampledRange {
  readonly months: readonly MonthRange[];
  readonly chanceBelowZero: number;
}

/** Number of paths: enough to keep that share within one or two percentage points. */
const PATHS = 1000;

const LONGEST_MONTH = 31;

/**
 * Simulates paths of past months; see {@linkcode monthDraws}.
 *
 * A month contributes its deviation from the mean, because the expected path already includes the
 * mean, and because one-off changes, such as a new habit, don't recur.
 *
 * A normal kernel smooths the draws (Silverman and Young, "The bootstrap: to smooth or not to
 * smooth?", 1987), because a few months would produce too narrow a range. The error of the
 * expectation, which is the standard error of the mean, affects every month equally, and a past
 * month's level shift shifts the path.
 */
export function resample(path: ResampledPath, past: readonly PastMonth[]): ResampledRange {
  const { count, ends, lows } = simulated(path, past, null);
  let below = 0;
  for (let at = 0; at < count; at++) {
    if (lows.some((low) => (low[at] ?? 0) < 0)) below += 1;
  }
  return {
    months: ends.map((end, at) => rangeOf(end, lows[at] ?? end)),
    chanceBelowZero: riskOf(below, count),
  };
}

/** Returns the same paths by day: balances at the end of each day, starting with today. */
export function resampledPaths(
  path: ResampledPath,
  past: readonly PastMonth[],
): readonly Float64Array[] {
  const evenings: Float64Array[] = [];
  simulated(path, past, evenings);
  return evenings;
}

/**
 * Returns the risk that corresponds to a share of the paths. The risk is higher than the share,
 * because no household's past includes everything that can happen: in backtests, balances fell too
 * low more often than in the paths.
 */
export function riskOf(paths: number, count: number): number {
  // One correctly rounded division, so that the result prints as the exact decimal.
  return (5 * count + 95 * paths) / (100 * count);
}

/** Returns the maximum number of `count` paths that may fail for a risk of at most one in ten. */
export function mostFailing(count: number): number {
  return Math.floor(5 * count / 95);
}

function simulated(
  path: ResampledPath,
  past: readonly PastMonth[],
  evenings: Float64Array[] | null,
): Simulation {
  const spans = monthSpans(path);
  const count = past.length === 0 ? 1 : PATHS;
  const perPath = (): Float64Array => new Float64Array(count);
  const simulation: Simulation = {
    ...path,
    ...spreadOf(past),
    spans,
    count,
    ends: spans.map(perPath),
    lows: spans.map(perPath),
  };
  const drawsFor = monthDraws(past);
  for (let at = 0; at < count; at++) {
    const balances = evenings === null ? null : Float64Array.from(path.dailyBalances);
    simulatePath(simulation, at, { ...drawsFor(at), evenings: balances });
    if (balances !== null) evenings?.push(balances);
  }
  return simulation;
}

interface MonthSpan {
  /** 1 for January. */
  readonly monthOfYear: number;
  /** Number of days in the whole month. */
  readonly length: number;
  /** Last day that the balance already includes; 0 for later months. */
  readonly before: number;
  /** Index of the first balance after that day. */
  readonly place: number;
}

interface Simulation extends ResampledPath, Spread {
  readonly spans: readonly MonthSpan[];
  /** Number of paths. */
  readonly count: number;
  /** Balances at the end of each span, by path. */
  readonly ends: readonly Float64Array[];
  /** Lowest balances of each span, by path. */
  readonly lows: readonly Float64Array[];
}

function monthSpans({ today, dailyBalances }: ResampledPath): readonly MonthSpan[] {
  const spans: MonthSpan[] = [];
  let before = Number(today.slice(8));
  let place = 1;
  for (let month = today; place <= dailyBalances.length; month = addMonths(month, 1, 1)) {
    const length = Number(lastOfMonth(month).slice(8));
    spans.push({ monthOfYear: Number(month.slice(5, 7)), length, before, place });
    place += length - before;
    before = 0;
    if (place === dailyBalances.length) break;
  }
  return spans;
}

interface PathOptions extends Draws {
  /** Receives the balances of each day; `null` if only months are needed. */
  readonly evenings: Float64Array | null;
}

function simulatePath(
  simulation: Simulation,
  path: number,
  { first, next, evenings }: PathOptions,
): void {
  const { dailyBalances, spans, mean, ends, lows } = simulation;
  // An error in the expectation affects every month equally.
  let level = simulation.meanError * first;
  let drift = 0;
  let lowest = dailyBalances[0] ?? 0;
  for (const [at, { length, before, place, monthOfYear }] of spans.entries()) {
    const { month, deviate } = next(monthOfYear);
    const perDay = (simulation.bandwidth * deviate - mean) / length;
    const begun = (month?.sums[before] ?? 0) + perDay * before;
    let off = 0;
    for (let day = before + 1; day <= length; day++) {
      // The last days of a longer past month fall on the last day of this month.
      const sum = (month?.sums[day === length ? LONGEST_MONTH : day] ?? 0) + perDay * day;
      if (month !== null) {
        off = simulation.widening * (sum - begun) + level * (day - before) / length;
      }
      const balance = (dailyBalances[place + day - before - 1] ?? 0) + drift + off;
      lowest = Math.min(lowest, balance);
      if (evenings !== null) evenings[place + day - before - 1] = balance;
    }
    drift += off;
    level += ((month?.levelShift ?? 0) - simulation.meanLevelShift) * (length - before) / length;
    (ends[at] as Float64Array)[path] = (dailyBalances[place + length - before - 1] ?? 0) + drift;
    (lows[at] as Float64Array)[path] = lowest;
    lowest = Infinity;
  }
}

interface Spread {
  readonly mean: number;
  readonly meanLevelShift: number;
  /** Factor by which a few months understate their spread. */
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

interface Draw {
  /** `null` without past months. */
  readonly month: PastMonth | null;
  /** A standard normal deviate. */
  readonly deviate: number;
}

interface Draws {
  /** A standard normal deviate for the whole path. */
  readonly first: number;
  readonly next: (monthOfYear: number) => Draw;
}

/** Weight of months in the same season, up to a month before or after. */
const SEASON_WEIGHT = 3;

/** In half of the draws the next month follows, so blocks have two months on average. */
const FOLLOWS = 0.5;

/**
 * Prepares draws by the stationary bootstrap (Politis and Romano, 1994). Half of the draws continue
 * with the next past month, because late payments fall into it; the others choose a month by
 * weight. Each path has its own seed, so that a longer forecast starts like a shorter one.
 */
function monthDraws(past: readonly PastMonth[]): (path: number) => Draws {
  const cumulated = Array.from({ length: 13 }, (_, monthOfYear) => weightsFor(past, monthOfYear));
  return (path) => {
    const random = seededRandom(path);
    let place = past.length;
    return {
      first: normalFrom(random),
      next: (monthOfYear): Draw => {
        const tops = cumulated[monthOfYear] ?? [];
        const follows = random() < FOLLOWS;
        const height = random() * (tops.at(-1) ?? 0);
        const drawn = tops.findIndex((top) => height < top);
        place = follows && place + 1 < past.length ? place + 1 : drawn;
        return { month: past[place] ?? null, deviate: normalFrom(random) };
      },
    };
  };
}

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

/** Tukey's fence in interquartile ranges. */
const OUTER_FENCE = 3;

/** A month has half the weight of a month that is this many months younger. */
const HALF_LIFE_MONTHS = 12;

/** Returns the weight of a month by its age in months, because habits change. */
export function weightAt(age: number): number {
  return 2 ** (0 - age / HALF_LIFE_MONTHS);
}

/**
 * Winsorizes sums at Tukey's outer fences ("Exploratory Data Analysis", 1977), or at `slack` beyond
 * the quartiles if that is wider, because selling a house is not a habit.
 */
export function winsorize(sums: readonly number[], slack: number): readonly number[] {
  const sorted = sums.toSorted((a, b) => a - b);
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = Math.max(OUTER_FENCE * (high - low), slack);
  return sums.map((sum) => Math.round(Math.min(high + reach, Math.max(low - reach, sum))) + 0);
}

export function weightedMean(
  sums: readonly { readonly sum: number; readonly weight: number }[],
): number {
  const weights = sums.reduce((total, { weight }) => total + weight, 0);
  const total = sums.reduce((all, { sum, weight }) => all + sum * weight, 0);
  return weights === 0 ? 0 : Math.round(total / weights) + 0;
}
