import { dayNumber } from "../base/day.ts";
import { DAYS_PER_YEAR } from "../base/month.ts";
import type { ScheduledRecord } from "../base/plan_records.ts";
import { NO_PAYEE, payeeKeyOf } from "../payees/payee_key.ts";
import { expectedAmounts, isFixedPrice } from "../recurrence/expected_amounts.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import { isSimilar, paymentEnteredBy } from "../recurrence/recurrence.ts";
import { arrivalsOf, occurrencesAtAnyTime, periodDaysOf } from "../schedules/occurrences.ts";
import {
  type CashFlowGroup,
  directedKey,
  type ExpectedFlow,
  otherAccountOf,
  overdueSince,
} from "./cash_flows.ts";

/** A scheduled or recurring payment's effect on the given accounts. Amounts are in milliunits. */
export interface RegularPayment extends Pick<CashFlowGroup, "key" | "direction"> {
  readonly payee: string;
  readonly isIncome: boolean;
  /** Number of payments per year; 0 for a schedule that doesn't repeat. */
  readonly perYear: number;
  readonly cadence: Cadence | null;
  /** YNAB's name for a schedule's frequency; `null` for a payment without a schedule. */
  readonly frequency: string | null;
  /**
   * Whether the payments pay a card's statement balance in full; if so, the amount of one payment
   * doesn't predict the amount of the next.
   */
  readonly isOwed: boolean;
  /** Past periods, oldest first. If there is a schedule, periods without a payment are omitted. */
  readonly periods: readonly PaymentPeriod[];
  /** Future payments, including today's, ascending by day. */
  readonly payments: readonly ExpectedFlow[];
}

/** One period of a regular payment, with its transaction if any. */
export interface PaymentPeriod {
  readonly dueDay: number;
  /** Expected amount; `null` while there is too little data. */
  readonly expected: number | null;
  readonly flow: Payment | null;
}

export interface ScheduledFlow extends RegularPayment {
  /** The scheduled amount, excluding transfers between the given accounts. */
  readonly amount: number;
  /** Days when a transfer of a different amount replaced the scheduled transfer. */
  readonly replacedDays: readonly number[];
}

export interface ScheduledFlowOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly groups: readonly CashFlowGroup[];
  readonly accountNames: ReadonlyMap<string, string>;
  readonly isIncomeCategory: (categoryId: string | null) => boolean;
  readonly since: string;
  readonly today: string;
  readonly until: string;
}

const MAX_REACH_DAYS = 7;

/** Maximum ratio of an early payment's amount to the scheduled amount, to avoid chance matches. */
const MAX_OFF_EARLY = 1.1;

/**
 * Matches each schedule with transactions that have the same payee, a similar amount, and a date
 * near a due date. A payment missed this month or in the last ten days is still due.
 */
export function scheduledFlows(
  schedules: readonly ScheduledRecord[],
  options: ScheduledFlowOptions,
): readonly ScheduledFlow[] {
  const { groups, today } = options;
  const taken = new Set<Payment>();
  /** Returns the unused payment nearest to a due date, if one is close, and marks it as used. */
  const take = (
    { frequency }: { readonly frequency: string },
    day: number,
    flows: readonly Payment[],
  ): Payment | undefined => {
    const reach = Math.min(MAX_REACH_DAYS, Math.floor(periodDaysOf(frequency) / 3));
    const apart = (flow: Payment): number => Math.abs(flow.day - day);
    const [nearest] = flows.filter((flow) => !taken.has(flow) && apart(flow) <= reach)
      .sort((a, b) => apart(a) - apart(b));
    if (nearest !== undefined) taken.add(nearest);
    return nearest;
  };
  const matched = schedules.flatMap((schedule) => {
    const seen = seenFrom(schedule, options);
    const { key, amount } = seen;
    if (amount === 0) return [];
    const direction = amount > 0 ? "in" as const : "out" as const;
    const { flows = [] } = groups.find((group) =>
      group.key === key && group.direction === direction
    ) ?? {};
    const payments: ExpectedFlow[] = [];
    const missed: number[] = [];
    const paid: { readonly dueDay: number; readonly flow: Payment }[] = [];
    for (const date of occurrencesAtAnyTime(schedule, options)) {
      const day = dayNumber(date);
      const mostOff = date > today ? MAX_OFF_EARLY : undefined;
      const flow = take(
        schedule,
        day,
        flows.filter((one) => isSimilar(one.amount, amount, mostOff)),
      );
      if (flow !== undefined) {
        paid.push({ dueDay: day, flow });
      } else if (date >= schedule.date_next && date >= overdueSince(today)) {
        payments.push({ date: date < today ? today : date, amount });
      } else if (date < today) {
        missed.push(day);
      }
    }
    const { before } = expectedAmounts(
      paid.map(({ dueDay, flow }) => ({ dueDay, amount: flow.amount })),
    );
    const { frequency, category_id: categoryId = null } = schedule;
    const isTransfer = otherAccountOf(key) !== null;
    const flow = {
      ...seen,
      direction,
      isIncome: direction === "in" && !isTransfer && options.isIncomeCategory(categoryId),
      perYear: DAYS_PER_YEAR / periodDaysOf(frequency),
      cadence: null,
      frequency,
      isOwed: false,
      periods: paid.map((period, at) => ({ ...period, expected: before[at] ?? null })),
      payments,
    };
    return [{ flow, missed: isTransfer ? missed : [] }];
  });
  // A transfer that matches no schedule, such as a transfer of a month's leftover money, may
  // replace a missed scheduled transfer. To find such transfers, match all schedules first.
  return matched.map(({ flow, missed }) => {
    const moved = groups.filter(({ key }) => key === flow.key).flatMap(({ flows }) => flows);
    return { ...flow, replacedDays: missed.flatMap((day) => take(flow, day, moved)?.day ?? []) };
  });
}

function seenFrom(
  schedule: ScheduledRecord,
  { accountIds, accountNames }: ScheduledFlowOptions,
): Pick<ScheduledFlow, "key" | "payee" | "amount"> {
  const arriving = arrivalsOf(schedule)
    .filter(({ accountId }) => accountIds.has(accountId))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (accountIds.has(schedule.account_id)) {
    const isNamed = Boolean(schedule.payee_name || schedule.transfer_account_id);
    const key = isNamed ? payeeKeyOf(schedule) : `schedule:${schedule.id}`;
    const payee = schedule.payee_name || NO_PAYEE;
    return { key, payee, amount: schedule.amount + arriving };
  }
  const name = accountNames.get(schedule.account_id) ?? schedule.account_name;
  const key = payeeKeyOf({ transfer_account_id: schedule.account_id });
  return { key, payee: `Transfer : ${name}`, amount: arriving };
}

/**
 * Combines schedules and recurring payments. A repeating schedule replaces all recurring payments
 * that have the same payee and direction. A one-time scheduled transaction replaces one similar
 * payment near its date.
 */
export function regularAhead(
  habits: readonly RegularPayment[],
  scheduled: readonly ScheduledFlow[],
): readonly RegularPayment[] {
  const repeating = new Set(scheduled.filter(isRepeating).map(directedKey));
  const unscheduled = habits.filter((habit) => !repeating.has(directedKey(habit)));
  const entered = enteredFlows(unscheduled, scheduled.filter((one) => !isRepeating(one)));
  const byHabit = unscheduled.map((habit) => ({
    ...habit,
    payments: habit.payments.filter((one) => !entered.has(one)),
  }));
  return [...scheduled, ...byHabit].filter(({ payments }) => payments.length > 0);
}

/**
 * Drops recurring payments that a schedule contradicts. If 200 is scheduled but the average payment
 * was 900, the schedule doesn't explain the payments, so they count as irregular.
 */
export function consistentHabits(
  habits: readonly RegularPayment[],
  scheduled: readonly ScheduledFlow[],
): readonly RegularPayment[] {
  const repeating = Map.groupBy(scheduled.filter(isRepeating), directedKey);
  return habits.filter((habit) => {
    const schedules = repeating.get(directedKey(habit));
    const [next] = habit.payments;
    return schedules === undefined || next === undefined ||
      schedules.some(({ amount }) => isSimilar(next.amount, amount));
  });
}

function isRepeating({ perYear }: ScheduledFlow): boolean {
  return perYear > 0;
}

/** For each one-time scheduled transaction, finds the expected payment that it represents. */
function enteredFlows(
  habits: readonly RegularPayment[],
  single: readonly ScheduledFlow[],
): ReadonlySet<ExpectedFlow> {
  const entered = new Set<ExpectedFlow>();
  for (const schedule of single) {
    const left = habits.filter((one) => directedKey(one) === directedKey(schedule))
      .flatMap(({ direction, perYear, periods, payments }) => {
        const sizes = periods.flatMap(({ flow }) => flow?.size ?? []);
        const isVaryingBill = direction === "out" && !isFixedPrice(sizes);
        return payments.filter((one) => !entered.has(one)).map((flow) => ({
          ...{ ...flow, flow, isVaryingBill },
          periodDays: DAYS_PER_YEAR / perYear,
        }));
      });
    for (const once of schedule.payments) {
      const payment = paymentEnteredBy(once, left);
      if (payment !== undefined) entered.add(payment.flow);
    }
  }
  return entered;
}
