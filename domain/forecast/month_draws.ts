import { seededRandom } from "../base/statistics.ts";

/** What a past month brought that no rule foretells, in milliunits. */
export interface PastMonth {
  /**
   * Sum from the first of the month to each day's evening; the first entry, for no
   * day, is zero, and there are 31 more: a shorter month stays at its total.
   */
  readonly sums: readonly number[];
  /** Level shift: by how much what is to be expected of every later month changed in it. */
  readonly levelShift: number;
  /** 1 for January. */
  readonly monthOfYear: number;
  /** How much the month counts in the draw, above zero. */
  readonly weight: number;
}

/** A past month that stands for one to come. */
export interface Draw {
  /** `null` without a past. */
  readonly month: PastMonth | null;
  /** A standard normal deviate. */
  readonly deviate: number;
}

/** The draws of one path. */
export interface Draws {
  /** A standard normal deviate for the whole path. */
  readonly first: number;
  /** Draws for the next month; 1 for January. */
  readonly next: (monthOfYear: number) => Draw;
}

/** How much more months of the same season count, a month to either side. */
const SEASON_WEIGHT = 3;

/** A month's successor follows it in half of the draws: blocks of two on average. */
const FOLLOWS = 0.5;

/**
 * Prepares draws by the stationary bootstrap (Politis and Romano, 1994): now and
 * then the month that followed in the past follows again, as what is late in one
 * month comes in the next. Otherwise months are drawn by weight, those of the same
 * season three times as often as others.
 *
 * Every path has a sequence of its own, so that a longer path begins as a shorter
 * one does.
 */
export function monthDraws(past: readonly PastMonth[]): (path: number) => Draws {
  const heights = Array.from({ length: 13 }, (_, monthOfYear) => heightsOf(past, monthOfYear));
  return (path) => {
    const random = seededRandom(path);
    let place = past.length;
    return {
      first: normalFrom(random),
      next: (monthOfYear): Draw => {
        const tops = heights[monthOfYear] ?? [];
        const follows = random() < FOLLOWS;
        const height = random() * (tops.at(-1) ?? 0);
        const drawn = tops.findIndex((top) => height < top);
        place = follows && place + 1 < past.length ? place + 1 : drawn;
        return { month: past[place] ?? null, deviate: normalFrom(random) };
      },
    };
  };
}

/** Draws a standard normal deviate (Box and Muller, 1958). */
function normalFrom(random: () => number): number {
  // Never the logarithm of zero.
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Stacks the weights that past months have for a month of the year. */
function heightsOf(past: readonly PastMonth[], monthOfYear: number): readonly number[] {
  let total = 0;
  return past.map((month) => {
    const apart = Math.abs(month.monthOfYear - monthOfYear);
    const isSeason = Math.min(apart, 12 - apart) <= 1;
    return total += month.weight * (isSeason ? SEASON_WEIGHT : 1);
  });
}
