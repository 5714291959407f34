/**
 * How far a balance may stray from the path that is expected, judged by how far
 * past months strayed.
 *
 * @module
 */

import { addMonths, lastOfMonth } from "./calendar_steps.ts";
import { type Draws, monthDraws, type PastMonth } from "./month_draws.ts";
import { quantile } from "./quantile.ts";

/** The path that the past months are laid over; amounts in milliunits. */
export interface ResampledPath {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Expected balance at the end of each day, today first, up to the end of a month. */
  readonly evenings: readonly number[];
  /** What the expected path already holds of the unforeseen, per month, evenly spread. */
  readonly expectedPerMonth: number;
}

/** Where a month's end lies in four cases of five. */
export interface MonthRange {
  readonly p10: number;
  readonly p90: number;
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
 * Months never repeat to the cent: each draw is smoothed by a normal kernel
 * (Silverman and Young, "The bootstrap: to smooth or not to smooth?", 1987), without
 * which a few months would make too narrow a range. What is expected may be wrong,
 * by the standard error of the past's mean, and then is wrong in every month; and
 * what changed for good in a past month changes for good in the path.
 *
 * @param path The expected path.
 * @param past Past months, the oldest first.
 * @returns One range per month of the path; without a past, the path itself.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const path = { today: "2024-03-31", evenings: [500], expectedPerMonth: 0 };
 * assertEquals(resample(path, []), { months: [{ p10: 500, p90: 500 }], chanceBelowZero: 0 });
 * ```
 */
export function resample(path: ResampledPath, past: readonly PastMonth[]): ResampledRange {
  const stretches = stretchesOf(path);
  const walk = {
    ...path,
    stretches,
    ...spreadOf(past.map(({ sums }) => sums[LONGEST_MONTH] ?? 0)),
    ends: stretches.map(() => new Float64Array(past.length === 0 ? 1 : PATHS)),
  };
  const monthsFor = monthDraws(past);
  const count = past.length === 0 ? 1 : PATHS;
  let below = 0;
  for (let at = 0; at < count; at++) if (isBelowZero(walk, at, monthsFor(at))) below += 1;
  return { months: walk.ends.map(rangeOf), chanceBelowZero: below / count };
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

/** Walks one path, notes where its months end, and tells whether a day ended below zero. */
function isBelowZero(walk: Walk, path: number, { first, next }: Draws): boolean {
  const { evenings, stretches, expectedPerMonth, ends } = walk;
  // What is wrong about the expectation is wrong in every month.
  let level = walk.meanError * first;
  let drift = 0;
  let isBelow = (evenings[0] ?? 0) < 0;
  for (const [at, { length, before, place, monthOfYear }] of stretches.entries()) {
    const { month, deviate } = next(monthOfYear);
    const perDay = (walk.bandwidth * deviate - expectedPerMonth) / length;
    const begun = (month?.sums[before] ?? 0) + perDay * before;
    let off = 0;
    for (let day = before + 1; day <= length; day++) {
      // A longer month of the past has its last days on this one's last.
      const sum = (month?.sums[day === length ? LONGEST_MONTH : day] ?? 0) + perDay * day;
      if (month !== null) {
        off = walk.widening * (sum - begun) + level * (day - before) / length;
      }
      if ((evenings[place + day - before - 1] ?? 0) + drift + off < 0) isBelow = true;
    }
    drift += off;
    level += (month?.shift ?? 0) * (length - before) / length;
    const end = ends[at];
    if (end !== undefined) end[path] = (evenings[place + length - before - 1] ?? 0) + drift;
  }
  return isBelow;
}

interface Spread {
  /** By how much a few months understate how far months lie apart. */
  readonly widening: number;
  /** Silverman's rule of thumb for the width of a normal kernel (1986, equation 3.31). */
  readonly bandwidth: number;
  /** Standard error of the months' mean. */
  readonly meanError: number;
}

function spreadOf(totals: readonly number[]): Spread {
  const count = totals.length;
  if (count < 2) return { widening: 1, bandwidth: 0, meanError: 0 };
  const sorted = Float64Array.from(totals).sort();
  const mean = totals.reduce((sum, total) => sum + total, 0) / count;
  const squares = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  const width = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  return {
    widening: Math.sqrt(count / (count - 1)),
    bandwidth: 0.9 * Math.min(deviation, width) * count ** -0.2,
    meanError: deviation / Math.sqrt(count),
  };
}

function rangeOf(ends: Float64Array): MonthRange {
  const sorted = ends.toSorted();
  const at = (share: number): number => Math.round(quantile(sorted, share)) + 0;
  return { p10: at(0.1), p90: at(0.9) };
}
