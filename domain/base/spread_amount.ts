import { roundedQuotient } from "./rounded_quotient.ts";

/**
 * Gives the shares of some last days of a month, so that the shares of all its days
 * add up to the amount to the milliunit, wherever the first of them is.
 */
export function spreadAmount(amount: number, days: number, from: number): readonly number[] {
  // What it comes to by a day's evening, rounded: the differences lose nothing.
  const until = (day: number): number => roundedQuotient(amount * day, days);
  return Array.from(
    { length: days - from + 1 },
    (_, at) => until(from + at) - until(from + at - 1),
  );
}
