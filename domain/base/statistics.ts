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

/**
 * Creates a random sequence. The generator is mulberry32 (Tommy Ettinger, public domain), whose 32
 * bits of state are more than enough to choose among a few past months.
 */
export function seededRandom(seed: number): () => number {
  // Similar seeds would produce similar first numbers; the golden ratio spreads them.
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
