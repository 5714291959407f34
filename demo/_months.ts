/**
 * Days and spans of months, for plans that are invented month by month.
 *
 * @module
 */

import { addMonths, monthOf } from "./_calendar.ts";

/**
 * Gives the day of a month, or the month's last day where it is shorter.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(onDay("2024-02-01", 31), "2024-02-29");
 * ```
 */
export function onDay(month: string, day: number): string {
  return addMonths(month, 0, day);
}

/**
 * Lists the first days of all months from one date's to another's, both included.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(monthsFrom("2023-12-01", "2024-01-15"), ["2023-12-01", "2024-01-01"]);
 * ```
 */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}
