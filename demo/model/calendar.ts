import { DAY_MS } from "../../domain/base/day.ts";

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the UTC day of a moment. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

export function isDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

export function addDays(date: string, days: number): string {
  return dayOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS));
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/**
 * Steps a date by months. The day is clamped to the month's last one;
 * `anchorDay` is the day wanted where the month has it.
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

export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) - Number(from.slice(5, 7));
}

/** Returns the day of the week, 0 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Counts how often a weekday (0 for Sunday) falls into a month. */
export function weekdaysIn(month: string, weekday: number): number {
  const days = Number(addDays(addMonths(month, 1), -1).slice(8));
  const first = 1 + (weekday - weekdayOf(month) + 7) % 7;
  return Math.floor((days - first) / 7) + 1;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** Returns the day of a month, or the month's last day where it is shorter. */
export function onDay(month: string, day: number): string {
  return addMonths(month, 0, day);
}

/** Lists the first days of all months from one date's to another's, both included. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}
