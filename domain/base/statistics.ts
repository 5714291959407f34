import { sumOf } from "./money.ts";

/**
 * Returns a quantile by linear interpolation between the two nearest values (definition 7 of
 * Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996).
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * Math.max(0, sorted.length - 1);
  const low = Math.floor(place);
  const below = sorted[low] ?? 0;
  return below + ((sorted[low + 1] ?? below) - below) * (place - low);
}

export function meanOf(values: readonly number[]): number {
  return sumOf(values) / Math.max(1, values.length);
}

/** Returns the sum of squared deviations from the mean. */
export function squaresOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return sumOf(values.map((value) => (value - mean) ** 2));
}

export function deviationOf(values: readonly number[]): number {
  return Math.sqrt(squaresOf(values) / Math.max(1, values.length - 1));
}

/**
 * Returns the width of a normal kernel by Silverman's rule of thumb ("Density Estimation for
 * Statistics and Data Analysis", 1986, equation 3.31); 0 for fewer than two values.
 */
export function kernelWidth(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  const spread = deviationOf(values);
  return 0.9 * (middle > 0 ? Math.min(spread, middle) : spread) * values.length ** -0.2;
}

/**
 * Creates a pseudorandom number generator. The algorithm is mulberry32 (Tommy Ettinger, public
 * domain), whose 32 bits of state are more than enough to choose among a few past months.
 */
export function seededRandom(seed: number): () => number {
  // Similar seeds yield similar first numbers, so multiply the seeds by the golden ratio.
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
