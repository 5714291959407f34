/**
 * Milliunits inside, decimal numbers outside. A milliunit is a thousandth of the
 * currency unit, whatever the currency; sums are made of integers only.
 *
 * @module
 */

const MILLIUNITS_PER_UNIT = 1000;

/** Largest absolute amount that a tool takes, in currency units: its milliunits are exact. */
export const LARGEST_AMOUNT = 1e12;

/**
 * Turns milliunits into the decimal number an answer shows.
 *
 * @param milliunits Integer.
 * @returns The amount in currency units, exact to three decimals.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fromMilliunits(-12345), -12.345);
 * ```
 */
export function fromMilliunits(milliunits: number): number {
  // One correctly rounded division: the result prints as the exact decimal.
  return milliunits === 0 ? 0 : milliunits / MILLIUNITS_PER_UNIT;
}

/**
 * Turns a decimal number into milliunits.
 *
 * @param amount Amount in currency units, at most three decimals.
 * @returns An integer, or `null` when the amount has more decimals, is not finite
 * or is larger than {@linkcode LARGEST_AMOUNT}.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toMilliunits(12.345), 12345);
 * assertEquals(toMilliunits(0.1 + 0.2), null);
 * ```
 */
export function toMilliunits(amount: number): number | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > LARGEST_AMOUNT) return null;
  const milliunits = Math.round(amount * MILLIUNITS_PER_UNIT);
  return fromMilliunits(milliunits) === amount ? milliunits + 0 : null;
}

/**
 * Adds up milliunits.
 *
 * @param amounts Integers.
 * @returns Their sum.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(sumOf([1, 2, -4]), -1);
 * ```
 */
export function sumOf(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}
