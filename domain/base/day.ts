/**
 * Calendar days: as text, `YYYY-MM-DD`, and as whole numbers counted from 1970-01-01.
 * Text of this form sorts as the calendar does, so it is compared as text everywhere;
 * arithmetic over many transactions is done on the numbers.
 *
 * @module
 */

/** Milliseconds of a day; UTC has no days of another length. */
export const DAY_MS = 86_400_000;

/**
 * Tells whether a text is a real calendar day.
 *
 * @param text Any text.
 * @returns `true` for `YYYY-MM-DD` of a day that exists.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isDay("2024-02-29"), true);
 * assertEquals(isDay("2023-02-29"), false);
 * ```
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const count = dayNumber(text);
  return !Number.isNaN(count) && dayAt(count) === text;
}

/**
 * Gives the UTC day of an instant.
 *
 * @param at Milliseconds since 1970.
 * @returns `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dayOf(0), "1970-01-01");
 * ```
 */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * Gives the local day of an instant.
 *
 * @param at Milliseconds since 1970.
 * @returns `YYYY-MM-DD` in the machine's time zone.
 *
 * @example
 * ```ts
 * import { assertMatch } from "@std/assert";
 *
 * assertMatch(localDayOf(Date.now()), /^\d{4}-\d{2}-\d{2}$/);
 * ```
 */
export function localDayOf(at: number): string {
  const date = new Date(at);
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${year}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}

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
  // ECMAScript reads a date without a time as UTC.
  return Date.parse(day) / DAY_MS;
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
  return dayOf(count * DAY_MS);
}

/**
 * Moves a day.
 *
 * @param day `YYYY-MM-DD`.
 * @param days How many days later; negative for earlier.
 * @returns `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(addDays("2024-02-28", 2), "2024-03-01");
 * ```
 */
export function addDays(day: string, days: number): string {
  return dayAt(dayNumber(day) + days);
}

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
