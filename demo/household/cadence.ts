/**
 * When bills fall due, and on which day the bank books them.
 *
 * @module
 */

import { addDays, addMonths, daysBetween, monthOf, weekdayOf } from "../_calendar.ts";
import { onDay } from "../_months.ts";
import type { Random } from "../_random.ts";

/** A rhythm that does not depend on when the plan begins. */
export type Cadence =
  /** Every so many weeks, counted so that `anchor` is one of the days. */
  | { readonly everyWeeks: number; readonly anchor: string }
  /** Every so many months on a day, counted so that `month` (1 to 12) is one of them. */
  | { readonly everyMonths: number; readonly month: number; readonly day: number };

/**
 * Lists the days from `start` to `end` on which a bill falls due.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   dueDates({ everyMonths: 3, month: 2, day: 31 }, "2026-01-01", "2026-06-01"),
 *   ["2026-02-28", "2026-05-31"],
 * );
 * ```
 */
export function dueDates(cadence: Cadence, start: string, end: string): string[] {
  const dates: string[] = [];
  if ("everyWeeks" in cadence) {
    const step = cadence.everyWeeks * 7;
    const offset = (daysBetween(start, cadence.anchor) % step + step) % step;
    for (let date = addDays(start, offset); date <= end; date = addDays(date, step)) {
      dates.push(date);
    }
    return dates;
  }
  for (let month = monthOf(start); month <= end; month = addMonths(month, 1)) {
    if ((Number(month.slice(5, 7)) - cadence.month) % cadence.everyMonths !== 0) continue;
    const date = onDay(month, cadence.day);
    if (date >= start && date <= end) dates.push(date);
  }
  return dates;
}

/**
 * Gives the day on which a due bill is booked: up to `jitter` days late, and
 * never on a weekend.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { randomFrom } from "../_random.ts";
 *
 * // A Saturday: booked on Monday.
 * assertEquals(bookedOn("2026-11-21", 0, randomFrom("x")), "2026-11-23");
 * ```
 */
export function bookedOn(due: string, jitter: number, draws: Random): string {
  let date = addDays(due, draws.integer(0, jitter));
  while (weekdayOf(date) % 6 === 0) date = addDays(date, 1);
  return date;
}
