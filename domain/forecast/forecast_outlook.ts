import type { Steps } from "../base/all_steps.ts";
import { dayNumber, daysBetween } from "../base/day.ts";
import { addMonths, DAYS_PER_YEAR, firstOfMonth } from "../base/month.ts";
import type {
  AccountRecord,
  CategoryRecord,
  ScheduledRecord,
  TransactionRecord,
} from "../base/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";
import { payeeIndexOf } from "../payees/payee_index.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import { periodDaysOf } from "../schedules/frequencies.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import type { ExpectedFlow, IncomeHistory } from "./balance_path.ts";
import {
  type CashFlow,
  type CashFlowGroup,
  cashFlows,
  directedKey,
  otherAccountOf,
} from "./cash_flows.ts";
import { type IrregularPast, irregularPast } from "./forecast_past.ts";
import { cardHistories } from "./foreseen_amounts.ts";
import { type Habit, habitsInSteps } from "./habits.ts";
import { isAlike, type ScheduledFlow, scheduledFlows } from "./scheduled_flows.ts";

/** Live records of a plan. */
export interface ForecastPlan {
  readonly accounts: readonly AccountRecord[];
  readonly categories: readonly CategoryRecord[];
  readonly schedules: readonly ScheduledRecord[];
  readonly transactions: Transactions<TransactionRecord>;
}

/** The accounts, today's date and the given income. */
export interface OutlookOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly today: string;
  readonly monthlyIncome?: number | undefined;
}

/** A schedule or a habit; amounts in milliunits. */
export interface RegularPayment {
  readonly payee: string;
  readonly isIncome: boolean;
  /** Payments per year; 0 for a one-off. */
  readonly perYear: number;
  /** `null` for schedules. */
  readonly cadence: Cadence | null;
  /** YNAB's name of it; `null` for habits. */
  readonly frequency: string | null;
  /** At least one, ascending. */
  readonly payments: readonly ExpectedFlow[];
}

/** Future regular payments and irregular past money. Amounts in milliunits. */
export interface ForecastOutlook {
  readonly past: IrregularPast;
  /** Excludes income if it is given. */
  readonly regular: readonly RegularPayment[];
  readonly income: IncomeHistory;
  readonly isIncomeGiven: boolean;
}

/** How far back to search for habits: a yearly bill occurs three times. */
const LOOKBACK_MONTHS = 36;

/** Outlook of a set of accounts. */
export function* forecastOutlook(
  plan: ForecastPlan,
  { accountIds, today, monthlyIncome }: OutlookOptions,
  until: string,
): Steps<ForecastOutlook> {
  const since = addMonths(firstOfMonth(today), 0 - LOOKBACK_MONTHS);
  const sinceDay = dayNumber(since);
  const groups = cashFlows(payeeIndexOf(plan.transactions), accountIds, sinceDay);
  yield;
  const isIncomeCategory = incomeRule(plan.categories);
  const isIncome = ({ amount, isTransfer, categoryId }: CashFlow): boolean =>
    amount > 0 && !isTransfer && isIncomeCategory(categoryId);
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const otherIds = new Set(groups.map(({ key }) => otherAccountOf(key)));
  const paidCards = plan.accounts.filter((one) => isCard(one) && otherIds.has(one.id));
  const cards = cardHistories(paidCards, plan.transactions, sinceDay);
  yield;
  const days = { since, today, until };
  const scheduled = scheduledFlows(plan.schedules, { accountIds, groups, accountNames, ...days });
  yield;
  const found = yield* habitsInSteps(groups, { today, until, isIncome, cards });
  const habits = consistentHabits(found, scheduled);
  const regular = regularAhead(habits, scheduled, isIncomeCategory);
  const isIncomeGiven = monthlyIncome !== undefined;
  return {
    past: irregularPast({ groups, habits, scheduled, isIncome, today }),
    regular: isIncomeGiven ? regular.filter((one) => !isRegularIncome(one)) : regular,
    income: {
      nextPayday: nextPayday(regular),
      receivedThisMonth: receivedSince(dayNumber(firstOfMonth(today)), groups, isIncome),
    },
    isIncomeGiven,
  };
}

function isCard({ type }: AccountRecord): boolean {
  return type === "creditCard" || type === "lineOfCredit";
}

/** Income goes to Inflow, or has no category yet. */
function incomeRule(categories: readonly CategoryRecord[]): (id: string | null) => boolean {
  const ids = new Set(
    categories
      .filter((category) => isInflowCategory(category) || isUncategorizedCategory(category))
      .map(({ id }) => id),
  );
  return (id) => id === null || ids.has(id);
}

/** A one-off scheduled payment, such as a tax refund, isn't monthly income. */
function isRegularIncome({ isIncome, perYear }: RegularPayment): boolean {
  return isIncome && perYear > 0;
}

/** Next date of the largest income. */
function nextPayday(regular: readonly RegularPayment[]): string | null {
  let largest = 0;
  let payday: string | null = null;
  for (const one of regular) {
    const [next] = one.payments;
    if (next === undefined || !isRegularIncome(one) || next.amount <= largest) continue;
    [largest, payday] = [next.amount, next.date];
  }
  return payday;
}

function receivedSince(
  day: number,
  groups: readonly CashFlowGroup[],
  isIncome: (flow: CashFlow) => boolean,
): number {
  return groups.filter(({ direction }) => direction === "in").flatMap(({ flows }) => flows)
    .filter((flow) => flow.day >= day && isIncome(flow))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Maximum days between a one-off schedule and the habitual payment it replaces. */
const LONGEST_SHIFT_DAYS = 7;

/**
 * Combines schedules and habits. A repeating schedule replaces every habit of its payee in its
 * direction; a single one replaces one habitual payment near it in time and amount.
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
 * Drops habits that a schedule contradicts: if 200 is scheduled each month but 900 was moved on
 * average, the schedule doesn't explain the payments, so they count as irregular.
 */
function consistentHabits(
  habits: readonly Habit[],
  scheduled: readonly ScheduledFlow[],
): readonly Habit[] {
  const repeating = Map.groupBy(scheduled.filter(isRepeating), directedKey);
  return habits.filter((habit) => {
    const schedules = repeating.get(directedKey(habit));
    const [next] = habit.payments;
    return schedules === undefined || next === undefined ||
      schedules.some(({ amount }) => isAlike(next.amount, amount));
  });
}

function isRepeating({ frequency }: ScheduledFlow): boolean {
  return periodDaysOf(frequency) < Infinity;
}

/** A habit's payments, except those replaced by a one-off schedule. */
function withoutScheduled(
  habit: Habit,
  single: readonly ScheduledFlow[],
): readonly ExpectedFlow[] {
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
