/**
 * Gives a quantile, between the two nearest values in proportion (definition 7 of
 * Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996).
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * Math.max(0, sorted.length - 1);
  const low = Math.floor(place);
  const below = sorted[low] ?? 0;
  return below + ((sorted[low + 1] ?? below) - below) * (place - low);
}
