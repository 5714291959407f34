/**
 * Spreads a month's amount over its days.
 *
 * @module
 */

import { roundedQuotient } from "./rounded_quotient.ts";

/**
 * Gives the shares of some last days of a month, so that the shares of all its days
 * add up to the amount to the milliunit, wherever the first of them is.
 *
 * @param amount Milliunits for the whole month, signed.
 * @param days Days of the month.
 * @param from First day of the month to give a share for, 1 to `days`.
 * @returns Milliunits for each day from `from` on.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(spreadAmount(-10, 4, 1), [-3, -2, -3, -2]);
 * assertEquals(spreadAmount(-10, 4, 3), [-3, -2]);
 * ```
 */
export function spreadAmount(amount: number, days: number, from: number): readonly number[] {
  // What it comes to by a day's evening, rounded: the differences lose nothing.
  const until = (day: number): number => roundedQuotient(amount * day, days);
  return Array.from(
    { length: days - from + 1 },
    (_, at) => until(from + at) - until(from + at - 1),
  );
}
