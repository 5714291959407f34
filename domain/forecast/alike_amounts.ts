/** How far the amount may lie from what was expected, as a factor. */
export const MOST_OFF = 2;

/** Tells whether two amounts go the same way and are of like size. */
export function isAlike(one: number, other: number, mostOff: number = MOST_OFF): boolean {
  return one * other > 0 && Math.abs(one) <= mostOff * Math.abs(other) &&
    Math.abs(other) <= mostOff * Math.abs(one);
}
