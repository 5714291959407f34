/**
 * Which months a trend looks at.
 *
 * @module
 */

import { addMonths, firstOfMonth } from "../base/month.ts";
import type { MonthRecord } from "../base/plan_records.ts";

/** Which months a trend is about. */
export interface TrendSpan {
  /** How many months, the last one included. */
  readonly count: number;
  /** Whether the current month is the last one; the month before it otherwise. */
  readonly includeCurrent: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * Chooses the months of a trend among those that the plan has. The upstream list is
 * in no promised order and reaches one month past the current one.
 *
 * @param months Months of the plan, `YYYY-MM-01`.
 * @param span Which ones are wanted.
 * @returns `YYYY-MM-01`, oldest first, none in the future; months that the plan lacks
 * are missing.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const months = [{ month: "2024-04-01" }, { month: "2024-03-01" }, { month: "2024-02-01" }];
 * const span = { count: 6, includeCurrent: false, today: "2024-03-15" };
 * assertEquals(trendMonths(months, span), ["2024-02-01"]);
 * ```
 */
export function trendMonths(
  months: readonly Pick<MonthRecord, "month">[],
  { count, includeCurrent, today }: TrendSpan,
): readonly string[] {
  const last = addMonths(firstOfMonth(today), includeCurrent ? 0 : -1);
  const first = addMonths(last, 1 - count);
  const known = new Set(months.map(({ month }) => firstOfMonth(month)));
  return [...known].filter((month) => month >= first && month <= last).sort();
}
