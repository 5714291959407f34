import type { ExpectedFlow } from "./balance_path.ts";
import { daysBetween } from "../base/day.ts";
import { DAYS_PER_YEAR } from "../base/month.ts";
import { directedKey } from "./cash_flows.ts";
import { periodDaysOf } from "../schedules/frequency_step.ts";
import { isAlike } from "./alike_amounts.ts";
import type { Habit, HabitualPayment } from "./habits.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import type { ScheduledFlow } from "./scheduled_flows.ts";

/** Something that comes regularly, or is scheduled once; amounts in milliunits. */
export interface RegularPayment {
  readonly payee: string;
  readonly isIncome: boolean;
  /** Payments in a year; 0 for what is scheduled once. */
  readonly perYear: number;
  /** `null` for schedules. */
  readonly cadence: Cadence | null;
  /** Upstream's word for how often a schedule falls due; `null` for habits. */
  readonly frequency: string | null;
  /** At least one, ascending. */
  readonly payments: readonly ExpectedFlow[];
}

/** Habits and schedules of the same accounts. */
export interface RegularSources {
  readonly habits: readonly Habit[];
  readonly scheduled: readonly ScheduledFlow[];
  /** Tells whether money in a category is income. */
  readonly isIncomeCategory: (categoryId: string | null) => boolean;
}

/** A single payment may be scheduled this many days off the day that a habit has. */
const LONGEST_SHIFT_DAYS = 7;

/**
 * Puts schedules and habits together. A repeating schedule takes the place of every
 * habit of its payee in its direction; a single one takes the place of the one
 * habitual payment that it is near to, in time and amount.
 */
export function regularAhead(
  { habits, scheduled, isIncomeCategory }: RegularSources,
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
 * Leaves out the habits whose place a schedule takes that says something else: with
 * 200 scheduled each month where 900 is moved on average, it is not the schedule that
 * accounts for what was moved. It is irregular then, and goes on.
 */
export function habitsBeside(
  habits: readonly Habit[],
  scheduled: readonly ScheduledFlow[],
): readonly Habit[] {
  const repeating = Map.groupBy(scheduled.filter(isRepeating), directedKey);
  return habits.filter((habit) => {
    const amounts = repeating.get(directedKey(habit))?.map(({ amount }) => amount);
    const [next] = habit.payments;
    return amounts === undefined || next === undefined ||
      amounts.some((amount) => isAlike(next.amount, amount));
  });
}

function isRepeating({ frequency }: ScheduledFlow): boolean {
  return periodDaysOf(frequency) < Infinity;
}

/** The payments of a habit without those that a single schedule stands for. */
function withoutScheduled(
  habit: Habit,
  single: readonly ScheduledFlow[],
): readonly HabitualPayment[] {
  const payments = [...habit.payments];
  for (const { amount, dates } of single.filter((one) => directedKey(one) === directedKey(habit))) {
    const place = payments.findIndex((payment) =>
      dates.some((date) => Math.abs(daysBetween(payment.date, date)) <= LONGEST_SHIFT_DAYS) &&
      isAlike(payment.amount, amount)
    );
    if (place >= 0) payments.splice(place, 1);
  }
  return payments;
}
