import { addMonths, firstOfMonth } from "../base/month.ts";
import type { MonthRecord } from "../base/plan_records.ts";

/** The months of a trend. */
export interface TrendSpan {
  /** Number of months, including the last. */
  readonly count: number;
  /** Whether the last month is the current one, or the one before. */
  readonly includeCurrent: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** The months of a trend that the plan has; YNAB's list has no order and may include next month. */
export function trendMonths(
  months: readonly Pick<MonthRecord, "month">[],
  { count, includeCurrent, today }: TrendSpan,
): readonly string[] {
  const last = addMonths(firstOfMonth(today), includeCurrent ? 0 : -1);
  const first = addMonths(last, 1 - count);
  const known = new Set(months.map(({ month }) => firstOfMonth(month)));
  return [...known].filter((month) => month >= first && month <= last).sort();
}
