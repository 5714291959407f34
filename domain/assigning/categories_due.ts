import { lastOfMonth } from "../base/month.ts";
import { liveLines, type ScheduledRecord } from "../base/plan_records.ts";
import { occurrencesOf } from "../schedules/occurrences.ts";

/** Returns the ids of categories with a scheduled payment later in a month, `YYYY-MM-01`. */
export function categoriesDue(
  schedules: readonly ScheduledRecord[],
  { today, month }: { readonly today: string; readonly month: string },
): ReadonlySet<string> {
  const window = { since: today > month ? today : month, until: lastOfMonth(month) };
  const due = schedules.filter((one) => occurrencesOf(one, window).length > 0);
  return new Set(due.flatMap(categoriesPaid));
}

function categoriesPaid(schedule: ScheduledRecord): readonly string[] {
  const lines = liveLines(schedule);
  return (lines.length > 0 ? lines : [schedule])
    .flatMap(({ amount, category_id: id }) => amount < 0 ? id ?? [] : []);
}
