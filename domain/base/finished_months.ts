/**
 * Which months of the past are whole.
 *
 * @module
 */

import { dayAt } from "./day.ts";
import { addMonths, lastOfMonth } from "./month.ts";

const LATEST_BEGINNING = 5;

/**
 * Gives the months that are over, of which every day can be known.
 *
 * @param firstDay Day of the first flow, in days since 1970-01-01.
 * @param today `YYYY-MM-DD`; its month counts on its last day.
 * @param most How many months at most.
 * @returns First and last month, `YYYY-MM-01`; the first may come after the last.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(finishedMonths(40, "1970-05-20", 24), { first: "1970-03-01", last: "1970-04-01" });
 * ```
 */
export function finishedMonths(
  firstDay: number,
  today: string,
  most: number,
): { readonly first: string; readonly last: string } {
  const current = addMonths(today, 0, 1);
  const last = today === lastOfMonth(today) ? current : addMonths(current, -1);
  const earliest = addMonths(last, 1 - most);
  const began = dayAt(firstDay);
  // Nobody's month begins with a payment on the first: a few days make it whole.
  const whole = Number(began.slice(8)) <= LATEST_BEGINNING ? 0 : 1;
  const known = addMonths(began, whole, 1);
  return { first: known > earliest ? known : earliest, last };
}
