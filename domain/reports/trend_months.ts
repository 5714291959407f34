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
