import { daysBetween } from "../base/day.ts";
import { DAYS_PER_YEAR } from "../base/month.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import { periodDaysOf } from "../schedules/occurrences.ts";
import type { ExpectedFlow } from "./balance_path.ts";
import { directedKey } from "./cash_flows.ts";
import type { Habit } from "./habits.ts";
import { isSimilar, type ScheduledFlow } from "./scheduled_flows.ts";

/** A schedule or a habit. Amounts are in milliunits. */
export interface RegularPayment {
  readonly payee: string;
  readonly isIncome: boolean;
  /** Number of payments per year; 0 for a one-off payment. */
  readonly perYear: number;
  /** `null` for schedules. */
  readonly cadence: Cadence | null;
  /** YNAB's name for the frequency; `null` for habits. */
  readonly frequency: string | null;
  /** Payments, ascending by day; never empty. */
  readonly payments: readonly ExpectedFlow[];
}

/** Maximum number of days between a one-off schedule and the habitual payment that it replaces. */
const MAX_SHIFT_DAYS = 7;

/**
 * Combines schedules and habits. A repeating schedule replaces all habits of its payee and
 * direction. A one-off schedule replaces one similar payment near its date.
 */
export function regularAhead(
  habits: readonly Habit[],
  scheduled: readonly ScheduledFlow[],
  isIncomeCategory: (categoryId: string | null) => boolean,
): readonly RegularPayment[] {
  const repeating = new Set(scheduled.filter(isRepeating).map(directedKey));
  const single = scheduled.filter((one) => !isRepeating(one));
  const bySchedule = scheduled.map((one): RegularPayment => ({
    payee: one.payee,
    isIncome: one.direction === "in" && !one.isTransfer && isIncomeCategory(one.categoryId),
    perYear: isRepeating(one) ? DAYS_PER_YEAR / periodDaysOf(one.frequency) : 0,
    cadence: null,
    frequency: one.frequency,
    payments: one.dates.map((date) => ({ date, amount: one.amount })),
  }));
  const byHabit = habits
    .filter((habit) => !repeating.has(directedKey(habit)))
    .map((habit): RegularPayment => ({
      payee: habit.payee,
      isIncome: habit.isIncome,
      perYear: habit.paymentsPerYear,
      cadence: habit.cadence,
      frequency: null,
      payments: withoutScheduled(habit, single),
    }));
  return [...bySchedule, ...byHabit].filter(({ payments }) => payments.length > 0);
}

/**
 * Drops habits that a schedule contradicts. If 200 is scheduled but 900 was moved on average, the
 * schedule doesn't explain the habit's payments, so they count as irregular.
 */
export function consistentHabits(
  habits: readonly Habit[],
  scheduled: readonly ScheduledFlow[],
): readonly Habit[] {
  const repeating = Map.groupBy(scheduled.filter(isRepeating), directedKey);
  return habits.filter((habit) => {
    const schedules = repeating.get(directedKey(habit));
    const [next] = habit.payments;
    return schedules === undefined || next === undefined ||
      schedules.some(({ amount }) => isSimilar(next.amount, amount));
  });
}

function isRepeating({ frequency }: ScheduledFlow): boolean {
  return periodDaysOf(frequency) < Infinity;
}

function withoutScheduled(
  habit: Habit,
  single: readonly ScheduledFlow[],
): readonly ExpectedFlow[] {
  const payments = [...habit.payments];
  for (const { amount, dates } of single.filter((one) => directedKey(one) === directedKey(habit))) {
    const place = payments.findIndex((payment) =>
      dates.some((date) => Math.abs(daysBetween(payment.date, date)) <= MAX_SHIFT_DAYS) &&
      isSimilar(payment.amount, amount)
    );
    if (place >= 0) payments.splice(place, 1);
  }
  return payments;
}
