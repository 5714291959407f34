/**
 * A linear scale: where a value stands on an axis.
 *
 * @module
 */

/** Gives a value's place. */
export type Scale = (value: number) => number;

/** Makes a scale; a domain without extent stands in the middle. */
export function scaleOf(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + (value - from) / (to - from) * (end - start);
}
