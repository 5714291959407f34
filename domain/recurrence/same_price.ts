/**
 * When two amounts are one price.
 *
 * @module
 */

/** Amounts this near, as a share of the larger one, are one price: exchange rates move. */
const SAME_PRICE = 0.005;

/**
 * Tells whether two amounts are one price.
 *
 * @param one Milliunits.
 * @param other Milliunits, of the same sign.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isSamePrice(-9_990, -9_950), isSamePrice(-9_990, -9_900)], [true, false]);
 * ```
 */
export function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_PRICE * Math.max(Math.abs(one), Math.abs(other));
}
