/**
 * Days and months as text: `YYYY-MM-DD` and `YYYY-MM-01`. Text of this form sorts
 * as the calendar does, so it is compared as text everywhere.
 *
 * @module
 */

const DAY_MS = 86_400_000;

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
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && dayOf(at) === text;
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
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/**
 * Gives the first day of a day's month, as upstream names months.
 *
 * @param day `YYYY-MM-DD` or `YYYY-MM`.
 * @returns `YYYY-MM-01`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(firstOfMonth("2024-02-28"), "2024-02-01");
 * ```
 */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/**
 * Reads a month argument.
 *
 * @param month `YYYY-MM`, `YYYY-MM-01` or `current`.
 * @param today `YYYY-MM-DD`.
 * @returns `YYYY-MM-01`, or `null` when it is none of these.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseMonth("current", "2024-02-28"), "2024-02-01");
 * assertEquals(parseMonth("2024-13", "2024-02-28"), null);
 * ```
 */
export function parseMonth(month: string, today: string): string | null {
  if (month === "current") return firstOfMonth(today);
  const match = /^(\d{4}-\d{2})(?:-01)?$/u.exec(month);
  const first = match?.[1] === undefined ? "" : `${match[1]}-01`;
  return isDay(first) ? first : null;
}
