/**
 * Calendar arithmetic on ISO dates (`YYYY-MM-DD`). A month is its first day.
 * Everything is UTC, as it is upstream.
 *
 * @module
 */

import { DAY_MS } from "../domain/base/day.ts";

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Gives the UTC day of a moment.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dayOf(new Date("2026-03-31T23:59:59Z")), "2026-03-31");
 * ```
 */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/**
 * Gives the first day of a date's month.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(monthOf("2026-03-31"), "2026-03-01");
 * ```
 */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/**
 * Tells whether a text is a day that exists.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isDate("2024-02-29"), true);
 * assertEquals(isDate("2026-02-29"), false);
 * ```
 */
export function isDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

/**
 * Steps a date by days.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(addDays("2026-03-01", -1), "2026-02-28");
 * ```
 */
export function addDays(date: string, days: number): string {
  return dayOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));
}

/**
 * Counts the days from one date to another.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(daysBetween("2026-02-27", "2026-03-02"), 3);
 * ```
 */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/**
 * Steps a date by months. The day is clamped to the month's last one;
 * `anchorDay` is the day wanted where the month has it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(addMonths("2026-01-31", 1), "2026-02-28");
 * assertEquals(addMonths("2026-02-28", 1, 31), "2026-03-31");
 * ```
 */
export function addMonths(
  date: string,
  months: number,
  anchorDay: number = Number(date.slice(8)),
): string {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12;
  const day = Math.min(anchorDay, new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return [pad(year, 4), pad(month + 1, 2), pad(day, 2)].join("-");
}

/**
 * Counts the months from one date's month to another's.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(monthsBetween("2025-11-30", "2026-02-01"), 3);
 * ```
 */
export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) - Number(from.slice(5, 7));
}

/**
 * Gives the day of the week, 0 for Sunday.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(weekdayOf("2026-03-01"), 0);
 * ```
 */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/**
 * Counts how often a weekday (0 for Sunday) falls into a month.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(weekdaysIn("2026-03-01", 0), 5);
 * assertEquals(weekdaysIn("2026-03-01", 6), 4);
 * ```
 */
export function weekdaysIn(month: string, weekday: number): number {
  const days = Number(addDays(addMonths(month, 1), -1).slice(8));
  const first = 1 + (weekday - weekdayOf(month) + 7) % 7;
  return Math.floor((days - first) / 7) + 1;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
