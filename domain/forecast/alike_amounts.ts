/**
 * When a payment may be the one that a schedule or a habit stands for.
 *
 * @module
 */

/** How far the amount may lie from what was expected, as a factor. */
export const MOST_OFF = 2;

/**
 * Tells whether two amounts go the same way and are of like size.
 *
 * @param one Milliunits, signed.
 * @param other Milliunits, signed.
 * @param mostOff How far the larger may lie above the smaller, as a factor.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isAlike(-500, -900), isAlike(-500, -1_100)], [true, false]);
 * ```
 */
export function isAlike(one: number, other: number, mostOff: number = MOST_OFF): boolean {
  return one * other > 0 && Math.abs(one) <= mostOff * Math.abs(other) &&
    Math.abs(other) <= mostOff * Math.abs(one);
}
