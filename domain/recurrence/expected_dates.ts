import { dayAt, dayNumber } from "../base/day.ts";
import { dueDay, type DueDays, slackDays } from "./payment_rhythm.ts";

/**
 * Gives the day on which the payment after the last one is due. It may lie before
 * today, as long as a late payment is waited for; one later than that was missed, and
 * the one after it is next.
 */
export function nextDueDate(due: DueDays, last: number, today: number): string {
  let number = last + 1;
  while (dueDay(due, number) < today - slackDays(due.rhythm)) number++;
  return dayAt(dueDay(due, number));
}

/** Gives the days on which a series is expected to be paid. */
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
