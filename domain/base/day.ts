import { memoizedUpTo } from "./memoized.ts";

export const DAY_MS = 86_400_000;

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const count = dayNumber(text);
  return !Number.isNaN(count) && dayAt(count) === text;
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function localDayOf(at: number): string {
  const date = new Date(at);
  const year = String(date.getFullYear()).padStart(4, "0");
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${year}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}

const MAX_DAYS = 50_000;
/** Returns the number of days from 1970-01-01 to the given day. */
export const dayNumber: (day: string) => number = memoizedUpTo(
  MAX_DAYS,
  // ECMAScript reads a date without a time as UTC.
  (day) => Date.parse(day) / DAY_MS,
);

const FIRST_DAY = dayNumber("0000-01-01");
const LAST_DAY = dayNumber("9999-12-31");

/**
 * Returns the day that is the given number of days after 1970-01-01. Clamps the day to the years 0
 * to 9999, because days in other years would sort incorrectly as text.
 */
export function dayAt(count: number): string {
  return dayOf(Math.min(Math.max(count, FIRST_DAY), LAST_DAY) * DAY_MS);
}

export function addDays(day: string, days: number): string {
  return dayAt(dayNumber(day) + days);
}

export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}
