import { addDays, addMonths } from "../_calendar.ts";

const DAYS: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 7,
  everyOtherWeek: 14,
  every4Weeks: 28,
};

const MONTHS: Readonly<Record<string, number>> = {
  monthly: 1,
  everyOtherMonth: 2,
  every3Months: 3,
  every4Months: 4,
  twiceAYear: 6,
  yearly: 12,
  everyOtherYear: 24,
};

/** The part of a schedule that decides its dates. */
export interface Rhythm {
  readonly frequency: string;
  /** Its day of the month is kept where a month has it. */
  readonly date_first: string;
  readonly date_next: string;
}

/** Gives the date after a schedule's next one. */
export function dateAfterNext({ frequency, date_first, date_next }: Rhythm): string | null {
  const anchorDay = Number(date_first.slice(8));
  const days = DAYS[frequency];
  if (days !== undefined) return addDays(date_next, days);
  const months = MONTHS[frequency];
  if (months !== undefined) return addMonths(date_next, months, anchorDay);
  return frequency === "twiceAMonth" ? otherHalf(date_next, anchorDay) : null;
}

/** The two days of a month lie 15 days apart. */
function otherHalf(date: string, anchorDay: number): string {
  const early = anchorDay <= 15 ? anchorDay : anchorDay - 15;
  const isEarly = Number(date.slice(8)) <= early;
  return isEarly ? addMonths(date, 0, early + 15) : addMonths(date, 1, early);
}
