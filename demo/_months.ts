import { addMonths, monthOf } from "./_calendar.ts";

/** Gives the day of a month, or the month's last day where it is shorter. */
export function onDay(month: string, day: number): string {
  return addMonths(month, 0, day);
}

/** Lists the first days of all months from one date's to another's, both included. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}
