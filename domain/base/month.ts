import { DAY_MS, dayAt, isDay } from "./day.ts";
import { memoizedUpTo } from "./memoized.ts";

/** Returns the first day of the month that `day` is in. YNAB identifies months by this date. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function lastOfMonth(day: string): string {
  return addMonths(day, 0, 31);
}

/** Adds months to a date. If the resulting month is too short, returns its last day. */
export function addMonths(
  day: string,
  months: number,
  wantedDay: number = Number(day.slice(8)),
): string {
  return dayAt(dayInMonth(monthNumber(day) + months, wantedDay));
}

export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

/** Returns the number of months from January of year 0 to the month of the given day. */
export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** Converts a date to days since 1970-01-01. If the month is too short, uses its last day. */
export function dayInMonth(month: number, dayOfMonth: number): number {
  const first = firstDay(month);
  // Only days 29 to 31 can be missing from a month.
  return dayOfMonth <= 28
    ? first + dayOfMonth - 1
    : Math.min(first + dayOfMonth, firstDay(month + 1)) - 1;
}

export function parseMonth(month: string, today: string): string | null {
  if (month === "current") return firstOfMonth(today);
  const match = /^(\d{4}-\d{2})(?:-01)?$/u.exec(month);
  const first = match?.[1] === undefined ? "" : `${match[1]}-01`;
  return isDay(first) ? first : null;
}

export function dayOfMonthAt(
  count: number,
): { readonly month: number; readonly dayOfMonth: number } {
  // An estimate from the mean length of a month is off by at most one month.
  let month = Math.floor(count / MEAN_MONTH_DAYS) + EPOCH_MONTH;
  while (firstDay(month) > count) month -= 1;
  while (firstDay(month + 1) <= count) month += 1;
  return { month, dayOfMonth: count - firstDay(month) + 1 };
}

/** January 1970 in the numbering of {@linkcode monthNumber}. */
const EPOCH_MONTH = 1970 * 12;
const MEAN_MONTH_DAYS = 30.436875;

/** Maximum number of cached months (a thousand years). A call uses only a few different months. */
const MAX_MONTHS = 12_000;

const firstDay = memoizedUpTo(MAX_MONTHS, (month: number): number => {
  const year = Math.floor(month / 12);
  // `Date.UTC` reads 0 to 99 as the years 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - year * 12, 1) / DAY_MS;
});

/** Mean length of a year in days: 97 leap years in 400. */
export const DAYS_PER_YEAR = 365.2425;

export const DAYS_PER_MONTH: number = DAYS_PER_YEAR / 12;

const LATEST_BEGINNING = 5;

/** Returns the first and last completed months that have data for every day. */
export function finishedMonths(
  firstDay: number,
  today: string,
  most: number,
): { readonly first: string; readonly last: string } {
  const current = addMonths(today, 0, 1);
  const last = today === lastOfMonth(today) ? current : addMonths(current, -1);
  const earliest = addMonths(last, 1 - most);
  const began = dayAt(firstDay);
  // A month whose first payment is within a few days of the 1st counts as complete.
  const whole = Number(began.slice(8)) <= LATEST_BEGINNING ? 0 : 1;
  const known = addMonths(began, whole, 1);
  return { first: known > earliest ? known : earliest, last };
}
