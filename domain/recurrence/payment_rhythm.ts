import { dayAt, dayNumber } from "../base/day.ts";
import { dayInMonth, DAYS_PER_MONTH, DAYS_PER_YEAR } from "../base/month.ts";

/** Name of a rhythm; for an unnamed rhythm, the name of the nearest named one. */
export type Cadence = "weekly" | "biweekly" | "monthly" | "quarterly" | "half-yearly" | "yearly";

export interface Rhythm {
  readonly cadence: Cadence;
  readonly unit: "days" | "months";
  readonly every: number;
  readonly length: number;
  /** Maximum number of days between a payment and its due day. */
  readonly reach: number;
  readonly paymentsPerYear: number;
  /** Mean resultant length of days distributed uniformly within reach of the due day. */
  readonly uniformResultantLength: number;
  readonly isUsual: boolean;
}

/** A rhythm with a position in the calendar. */
export interface DueDays {
  readonly rhythm: Rhythm;
  /** Due day or month of payment 0; see `dayNumber` and `monthNumber`. */
  readonly origin: number;
  /** Preferred day of the month, 1 to 31; only for rhythms in months. */
  readonly dayOfMonth: number;
}

/**
 * Shortest first. Every four weeks and every 30 days are named `monthly`, every two or four months
 * `quarterly`. Yearly sums use the actual rhythm: every four weeks means 13 payments a year.
 */
export const RHYTHMS: readonly Rhythm[] = [
  every(7, "days", { cadence: "weekly", reach: 3 }),
  every(14, "days", { cadence: "biweekly", reach: 5 }),
  every(28, "days", { cadence: "monthly", reach: 7, isUsual: false }),
  every(30, "days", { cadence: "monthly", reach: 7, isUsual: false }),
  every(1, "months", { cadence: "monthly", reach: 7 }),
  every(2, "months", { cadence: "quarterly", reach: 9, isUsual: false }),
  every(3, "months", { cadence: "quarterly", reach: 10 }),
  every(4, "months", { cadence: "quarterly", reach: 11, isUsual: false }),
  every(6, "months", { cadence: "half-yearly", reach: 13 }),
  every(12, "months", { cadence: "yearly", reach: 16 }),
];

function every(
  count: number,
  unit: Rhythm["unit"],
  traits: Pick<Rhythm, "cadence" | "reach"> & Partial<Pick<Rhythm, "isUsual">>,
): Rhythm {
  const length = unit === "days" ? count : count * DAYS_PER_MONTH;
  // 52 weekly or 26 biweekly payments per year.
  const perYear = count % 7 === 0 ? 364 / count : DAYS_PER_YEAR / count;
  const half = 2 * Math.PI * traits.reach / length;
  return {
    unit,
    every: count,
    length,
    paymentsPerYear: unit === "days" ? perYear : 12 / count,
    // First moment of a uniform distribution on an arc (Mardia and Jupp, 2000).
    uniformResultantLength: Math.sin(half) / half,
    isUsual: true,
    ...traits,
  };
}

export function dueDay({ rhythm, origin, dayOfMonth }: DueDays, number: number): number {
  const place = origin + number * rhythm.every;
  return rhythm.unit === "days" ? place : dayInMonth(place, dayOfMonth);
}

export function nearestPayment(due: DueDays, day: number): number {
  const guess = Math.round((day - dueDay(due, 0)) / due.rhythm.length);
  if (due.rhythm.unit === "days") return guess;
  const off = day - dueDay(due, guess);
  // Month lengths differ, so the guess may be off by one payment.
  if (Math.abs(off) * 2 < due.rhythm.length - 4) return guess;
  const other = guess + Math.sign(off);
  return Math.abs(day - dueDay(due, other)) < Math.abs(off) ? other : guess;
}

/** How many days late a payment may be before it counts as missed. */
export function slackDays(rhythm: Rhythm): number {
  return Math.min(15, rhythm.reach + 1);
}

export function hasEnded(rhythm: Rhythm, days: number): boolean {
  return days > 1.5 * rhythm.length + slackDays(rhythm);
}

/**
 * Returns the due date of the next payment. A late payment is still due; once it counts as missed,
 * the following payment is due next.
 */
export function nextDueDate(due: DueDays, last: number, today: number): string {
  let number = last + 1;
  while (dueDay(due, number) < today - slackDays(due.rhythm)) number++;
  return dayAt(dueDay(due, number));
}

export function expectedDates(
  { due, nextDate }: { readonly due: DueDays; readonly nextDate: string },
  until: string,
): readonly string[] {
  const first = dayNumber(nextDate);
  const last = dayNumber(until);
  const days: string[] = [];
  // Month lengths differ, so start a little early.
  let number = Math.floor((first - dueDay(due, 0)) / due.rhythm.length) - 1;
  for (let day = dueDay(due, number); day <= last; day = dueDay(due, ++number)) {
    if (day >= first) days.push(dayAt(day));
  }
  return days;
}
