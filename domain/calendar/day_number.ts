/**
 * Days counted from 1970-01-01 and months from year 0, for arithmetic over many
 * rows.
 *
 * @module
 */

const DAY_MS = 86_400_000;

/**
 * Counts the days from 1970-01-01 to a day.
 *
 * @param day `YYYY-MM-DD`.
 * @returns A whole number; negative before 1970.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dayNumber("1970-02-01"), 31);
 * ```
 */
export function dayNumber(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) /
    DAY_MS;
}

/**
 * Gives the day at a count of days from 1970-01-01.
 *
 * @param count From {@linkcode dayNumber}.
 * @returns `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dayAt(31), "1970-02-01");
 * ```
 */
export function dayAt(count: number): string {
  return new Date(count * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Counts the months from January of year 0 to a day's month.
 *
 * @param day `YYYY-MM-DD`.
 * @returns A whole number.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(monthNumber("2024-03-31") - monthNumber("2023-12-01"), 3);
 * ```
 */
export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/**
 * Gives a day of a month as a count of days; days that the month lacks become its
 * last one, so that the 31st comes back in the next long month.
 *
 * @param month From {@linkcode monthNumber}.
 * @param dayOfMonth 1 to 31.
 * @returns As {@linkcode dayNumber} counts.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dayInMonth(monthNumber("2024-02-01"), 31), dayNumber("2024-02-29"));
 * ```
 */
export function dayInMonth(month: number, dayOfMonth: number): number {
  const first = firstDay(month);
  // Only the last days of a month can be missing from another.
  return dayOfMonth <= 28
    ? first + dayOfMonth - 1
    : Math.min(first + dayOfMonth, firstDay(month + 1)) - 1;
}

// Few months are ever asked for, each of them many times.
const firstDays = new Map<number, number>();

function firstDay(month: number): number {
  const known = firstDays.get(month);
  if (known !== undefined) return known;
  const year = Math.floor(month / 12);
  const day = Date.UTC(year, month - year * 12, 1) / DAY_MS;
  firstDays.set(month, day);
  return day;
}
