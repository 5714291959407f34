/**
 * Steps from day to day and from month to month, on days as text.
 *
 * @module
 */

import { dayAt, dayInMonth, dayNumber, monthNumber } from "./day_number.ts";

/**
 * Counts the days from one day to another.
 *
 * @param from `YYYY-MM-DD`.
 * @param to `YYYY-MM-DD`.
 * @returns Whole days; negative when `to` comes first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(daysBetween("2024-02-28", "2024-03-01"), 2);
 * ```
 */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * Counts the months from one day's month to another's.
 *
 * @param from `YYYY-MM-DD`.
 * @param to `YYYY-MM-DD`.
 * @returns Whole months, whatever the days; negative when `to` comes first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(monthsBetween("2023-11-30", "2024-02-01"), 3);
 * ```
 */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

/**
 * Moves a day by months. A month that lacks the wanted day gives its last one.
 *
 * @param day `YYYY-MM-DD`.
 * @param months How many months later; negative for earlier.
 * @param wantedDay Day of the month, 1 to 31; the day's own unless given.
 * @returns `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(addMonths("2024-01-31", 1), "2024-02-29");
 * assertEquals(addMonths("2024-02-29", 1, 31), "2024-03-31");
 * ```
 */
export function addMonths(
  day: string,
  months: number,
  wantedDay: number = Number(day.slice(8)),
): string {
  return dayAt(dayInMonth(monthNumber(day) + months, wantedDay));
}

/**
 * Gives the last day of a day's month.
 *
 * @param day `YYYY-MM-DD` or `YYYY-MM`.
 * @returns `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lastOfMonth("2024-02"), "2024-02-29");
 * ```
 */
export function lastOfMonth(day: string): string {
  return addMonths(day, 0, 31);
}
