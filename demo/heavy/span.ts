/**
 * How long a heavy plan reaches back for the number of its rows.
 *
 * @module
 */

import { addDays, addMonths, daysBetween, monthOf } from "../_calendar.ts";

const ROWS_PER_YEAR = 2_500;
const MOST_YEARS = 20;

/** A heavy plan's extent. */
export interface HeavySpan {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** First day of the plan's first month. */
  readonly start: string;
  /** Every day from `start` to `today`. */
  readonly days: readonly string[];
  /** Rows in all, deleted ones included. */
  readonly rows: number;
}

/**
 * Spreads rows over as many years as a person needs for them, 20 at most.
 *
 * @param rows How many rows the plan shall have.
 * @param today `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(heavySpan(20_000, "2026-11-20").start, "2018-12-01");
 * assertEquals(heavySpan(200_000, "2026-11-20").start, "2006-12-01");
 * ```
 */
export function heavySpan(rows: number, today: string): HeavySpan {
  const years = Math.min(MOST_YEARS, Math.max(1, Math.ceil(rows / ROWS_PER_YEAR)));
  const start = addMonths(monthOf(today), 1 - years * 12);
  const count = daysBetween(start, today) + 1;
  const days = Array.from({ length: count }, (_, index) => addDays(start, index));
  return { today, start, days, rows };
}
