/**
 * When the next payments of a series are due.
 *
 * @module
 */

import { dayAt, dayNumber } from "../base/day.ts";
import { dueDay, type DueDays, slackDays } from "./payment_rhythm.ts";

/**
 * Gives the day on which the payment after the last one is due. It may lie before
 * today, as long as a late payment is waited for; one later than that was missed, and
 * the one after it is next.
 *
 * @param due Rhythm and place in the calendar.
 * @param last Which payment was the last one, counted from the origin.
 * @param today Days since 1970-01-01.
 * @returns `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { RHYTHMS } from "./payment_rhythm.ts";
 *
 * const [rhythm] = RHYTHMS;
 * const due = rhythm && { rhythm, origin: 5, dayOfMonth: 0 };
 * assertEquals(due && nextDueDate(due, 1, 14), "1970-01-20");
 * assertEquals(due && nextDueDate(due, 1, 30), "1970-01-27");
 * ```
 */
export function nextDueDate(due: DueDays, last: number, today: number): string {
  let number = last + 1;
  while (dueDay(due, number) < today - slackDays(due.rhythm)) number++;
  return dayAt(dueDay(due, number));
}

/**
 * Gives the days on which a series is expected to be paid.
 *
 * @param series A series, or its due days and its next date.
 * @param until Last day, `YYYY-MM-DD`.
 * @returns `YYYY-MM-DD` from the next date on, ascending.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { RHYTHMS } from "./payment_rhythm.ts";
 *
 * const [rhythm] = RHYTHMS;
 * const series = rhythm &&
 *   { due: { rhythm, origin: 5, dayOfMonth: 0 }, nextDate: "1970-01-13" };
 * assertEquals(series && expectedDates(series, "1970-01-25"), ["1970-01-13", "1970-01-20"]);
 * ```
 */
export function expectedDates(
  { due, nextDate }: { readonly due: DueDays; readonly nextDate: string },
  until: string,
): readonly string[] {
  const first = dayNumber(nextDate);
  const last = dayNumber(until);
  const days: string[] = [];
  // Months differ in length: begin a little early.
  let number = Math.floor((first - dueDay(due, 0)) / due.rhythm.length) - 1;
  for (let day = dueDay(due, number); day <= last; day = dueDay(due, ++number)) {
    if (day >= first) days.push(dayAt(day));
  }
  return days;
}
