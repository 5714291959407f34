import { DAY_MS, dayAt, isDay } from "./day.ts";
import { memoisedUpTo } from "./memoised.ts";

/** Returns the first day of a day's month, as upstream names months. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Returns the last day of a day's month. */
export function lastOfMonth(day: string): string {
  return addMonths(day, 0, 31);
}

/** Moves a day by months. A month that lacks the wanted day gives its last one. */
export function addMonths(
  day: string,
  months: number,
  wantedDay: number = Number(day.slice(8)),
): string {
  return dayAt(dayInMonth(monthNumber(day) + months, wantedDay));
}

/** Counts the months from one day's month to another's. */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

/** Counts the months from January of year 0 to a day's month. */
export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/**
 * Returns a day of a month as a count of days; days that the month lacks become its
 * last one, so that the 31st comes back in the next long month.
 */
export function dayInMonth(month: number, dayOfMonth: number): number {
  const first = firstDay(month);
  // Only the last days of a month can be missing from another.
  return dayOfMonth <= 28
    ? first + dayOfMonth - 1
    : Math.min(first + dayOfMonth, firstDay(month + 1)) - 1;
}

/** Reads a month argument. */
export function parseMonth(month: string, today: string): string | null {
  if (month === "current") return firstOfMonth(today);
  const match = /^(\d{4}-\d{2})(?:-01)?$/u.exec(month);
  const first = match?.[1] === undefined ? "" : `${match[1]}-01`;
  return isDay(first) ? first : null;
}

/** A day as its month and its place in it. */
export interface DayOfMonth {
  /** As {@linkcode monthNumber} counts. */
  readonly month: number;
  /** 1 to 31. */
  readonly dayOfMonth: number;
}

/** Returns the month that a day lies in, and which day of it: undoes {@linkcode dayInMonth}. */
export function dayOfMonthAt(count: number): DayOfMonth {
  // The mean length of a month leads to the right one, or to its neighbor.
  let month = Math.floor(count / MEAN_MONTH_DAYS) + EPOCH_MONTH;
  while (firstDay(month) > count) month -= 1;
  while (firstDay(month + 1) <= count) month += 1;
  return { month, dayOfMonth: count - firstDay(month) + 1 };
}

/** January 1970, as {@linkcode monthNumber} counts. */
const EPOCH_MONTH = 1970 * 12;
const MEAN_MONTH_DAYS = 30.436875;

/** All months of a thousand years; few are ever asked for, each of them many times. */
const MOST_MONTHS = 12_000;

const firstDay = memoisedUpTo(MOST_MONTHS, (month: number): number => {
  const year = Math.floor(month / 12);
  // `Date.UTC` takes the years before 100 for those after 1900.
  return new Date(0).setUTCFullYear(year, month - year * 12, 1) / DAY_MS;
});

/** Days of a mean year: 97 leap years in 400. */
export const DAYS_PER_YEAR = 365.2425;

/** Days of a mean month. */
export const DAYS_PER_MONTH: number = DAYS_PER_YEAR / 12;

const LATEST_BEGINNING = 5;

/** The months that are over and of which every day is known. */
export function finishedMonths(
  firstDay: number,
  today: string,
  most: number,
): { readonly first: string; readonly last: string } {
  const current = addMonths(today, 0, 1);
  const last = today === lastOfMonth(today) ? current : addMonths(current, -1);
  const earliest = addMonths(last, 1 - most);
  const began = dayAt(firstDay);
  // Few months have a payment on the 1st: one that starts within a few days counts as whole.
  const whole = Number(began.slice(8)) <= LATEST_BEGINNING ? 0 : 1;
  const known = addMonths(began, whole, 1);
  return { first: known > earliest ? known : earliest, last };
}
