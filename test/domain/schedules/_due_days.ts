import type { ScheduleRhythm } from "../../../domain/schedules/occurrences.ts";

export const DAY_MS = 86_400_000;
export const EVERY_DAYS: Readonly<Record<string, number>> = {
  ...{ daily: 1, weekly: 7, everyOtherWeek: 14, every4Weeks: 28 },
};
export const EVERY_MONTHS: Readonly<Record<string, number>> = {
  ...{ monthly: 1, everyOtherMonth: 2, every3Months: 3, every4Months: 4 },
  ...{ twiceAYear: 6, yearly: 12, everyOtherYear: 24 },
};

/** Whether a schedule is due on a day, computed without listing its earlier due days. */
function isDue(
  at: Date,
  { date_first: first, date_next: next, frequency }: ScheduleRhythm,
): boolean {
  const from = new Date(next);
  const days = EVERY_DAYS[frequency];
  if (days !== undefined) return ((at.getTime() - from.getTime()) / DAY_MS) % days === 0;
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const falls = (wanted: number): boolean => at.getUTCDate() === Math.min(wanted, last);
  const anchor = new Date(first).getUTCDate();
  const months = EVERY_MONTHS[frequency];
  if (months !== undefined) {
    const apart = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 +
      at.getUTCMonth() - from.getUTCMonth();
    return apart % months === 0 && falls(anchor);
  }
  if (frequency === "twiceAMonth") {
    return falls(anchor) || falls(anchor > 15 ? anchor - 15 : anchor + 15);
  }
  return at.getTime() === from.getTime();
}

/** A schedule's due days, found day by day. */
export function dueDays(schedule: ScheduleRhythm, since: string, until: string): readonly string[] {
  return dueDaysAtAnyTime(schedule, since, until).filter((day) => day >= schedule.date_next);
}

/** Like {@linkcode dueDays}, but as if the schedule had always existed. */
export function dueDaysAtAnyTime(
  schedule: ScheduleRhythm,
  since: string,
  until: string,
): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(since); at <= Date.parse(until); at += DAY_MS) {
    const day = new Date(at);
    if (isDue(day, schedule)) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}
