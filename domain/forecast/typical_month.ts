import { quantile } from "../base/statistics.ts";

/** A month's sum and how much it counts. */
export interface WeightedSum {
  /** Milliunits, signed. */
  readonly sum: number;
  /** Above zero. */
  readonly weight: number;
}

/** How far sums may lie beyond the middle half of them, as a multiple of its width. */
const OUTER_FENCE = 3;

/** A month counts half as much as one that came this many months later. */
const HALF_LIFE_MONTHS = 12;

/**
 * Gives the weight of a past month: people's habits change, so what is recent counts
 * more.
 */
export function weightAt(age: number): number {
  return 2 ** (0 - age / HALF_LIFE_MONTHS);
}

/**
 * Winsorizes sums at the outer fences of Tukey ("Exploratory Data Analysis", 1977): what
 * lies further than three widths of the middle half beyond it is drawn in to there. One
 * house that was sold, or one car that was bought, does not make a habit.
 */
export function winsorize(sums: readonly number[], slack: number): readonly number[] {
  const sorted = sums.toSorted((a, b) => a - b);
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const reach = Math.max(OUTER_FENCE * (high - low), slack);
  return sums.map((sum) => Math.round(Math.min(high + reach, Math.max(low - reach, sum))) + 0);
}

/** Gives the weighted mean. */
export function weightedMean(sums: readonly WeightedSum[]): number {
  let total = 0;
  let weights = 0;
  for (const { sum, weight } of sums) {
    total += sum * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : Math.round(total / weights) + 0;
}
