import type { Steps } from "../base/all_steps.ts";
import { dayAt, dayNumber } from "../base/day.ts";
import { DAYS_PER_YEAR } from "../base/month.ts";
import { type Contract, contractsAmongAll, variationOf } from "../recurrence/contracts.ts";
import type { PredictedAmounts } from "../recurrence/expected_amounts.ts";
import { dueDay, expectedDates, hasEnded, slackDays } from "../recurrence/payment_rhythm.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import {
  type CashFlowGroup,
  type ExpectedFlow,
  otherAccountOf,
  overdueSince,
} from "./cash_flows.ts";
import { type CardHistory, predictedAmounts } from "./card_payments.ts";
import type { PaymentPeriod, RegularPayment } from "./regular_payments.ts";

export interface HabitOptions {
  readonly today: string;
  readonly until: string;
  readonly isIncome: (flow: Payment) => boolean;
  readonly cards: ReadonlyMap<string, CardHistory>;
}

/** If a payee has more payments a year than this, the payments count as irregular shopping. */
const MAX_IN_A_YEAR = 70;

/**
 * A payee is idle if its last payment was more than this many days ago. An idle payee's recurring
 * payments are detected even if all of them have ended, so that the ended ones don't count as
 * irregular spending or income.
 */
const IDLE_DAYS = 40;

const MIN_PAID = 0.75;

/** Maximum median log ratio between consecutive payments; 0.6 means a factor of about 1.8. */
const WIDEST_VARIATION = 0.6;

const FLOWS_PER_STEP = 250;

/**
 * Finds recurring payments in past transactions, in pausable steps. A payment missed this month or
 * in the last ten days is expected today.
 */
export function* habitsInSteps(
  groups: readonly CashFlowGroup[],
  options: HabitOptions,
): Steps<readonly RegularPayment[]> {
  const today = dayNumber(options.today);
  const firstDay = groups.reduce((day, { flows }) => Math.min(day, flows[0]?.day ?? day), today);
  const habits: RegularPayment[] = [];
  let work = 0;
  for (const group of groups) {
    for (const contract of contractsOf(group, today)) {
      const habit = habitOf(group, contract, { ...options, firstDay });
      if (habit.isOwed || !isErratic(habit)) habits.push(habit);
    }
    work += group.flows.length;
    if (work < FLOWS_PER_STEP) continue;
    work = 0;
    yield;
  }
  return habits;
}

/**
 * Whether a forecast is impossible because too many payments are missing or the amounts vary too
 * much.
 */
function isErratic({ periods }: RegularPayment): boolean {
  const sizes = periods.flatMap(({ flow }) => flow === null ? [] : [flow.size]);
  return sizes.length < periods.length * MIN_PAID || variationOf(sizes) > WIDEST_VARIATION;
}

function contractsOf({ flows, direction }: CashFlowGroup, today: number): readonly Contract[] {
  const isIdle = today - (flows.at(-1)?.day ?? 0) > IDLE_DAYS;
  const yearBefore = flows.at(-1 - MAX_IN_A_YEAR)?.day ?? -Infinity;
  if (today - yearBefore < DAYS_PER_YEAR) return [];
  const isIncome = direction === "in";
  return contractsAmongAll(flows, { today: isIdle ? -Infinity : today, isIncome });
}

function habitOf(
  group: CashFlowGroup,
  contract: Contract,
  options: HabitOptions & { readonly firstDay: number },
): RegularPayment {
  const { fit, payments: paid } = contract;
  const { rhythm } = fit.due;
  const today = dayNumber(options.today);
  const other = otherAccountOf(group.key);
  const card = options.cards.get(other ?? "") ?? null;
  const predicted = predictedAmounts(
    paid.map(({ amount }, at) => ({ dueDay: dueDay(fit.due, fit.numbers[at] ?? 0), amount })),
    { rhythm, today, card },
  );
  // A `Contract` always has at least one payment.
  const { day, transaction: newest } = paid.at(-1) as Payment;
  const isActive = !hasEnded(rhythm, today - day);
  const incomes = paid.filter(options.isIncome).length;
  const periods = periodsOf(contract, predicted.before, options.firstDay);
  return {
    key: group.key,
    direction: group.direction,
    payee: newest.payee_name || newest.import_payee_name || group.key,
    isIncome: other === null && incomes * 2 > paid.length,
    perYear: rhythm.paymentsPerYear,
    cadence: rhythm.cadence,
    frequency: null,
    isOwed: predicted.isOwed,
    periods: isActive ? periods : [...periods, ...lastPeriods(contract, predicted)],
    payments: isActive ? paymentsAhead(contract, predicted, options) : [],
  };
}

/** Number of payments needed to recognize a new series. None of these payments can be predicted. */
const UNRECOGNIZED = 3;

/** Returns one period for each payment and for each missed payment in between. */
function periodsOf(
  { fit, payments }: Contract,
  expected: readonly (number | null)[],
  firstDay: number,
): readonly PaymentPeriod[] {
  const { due } = fit;
  const periods: PaymentPeriod[] = [];
  // If a series began well after the earliest transaction, its first payments weren't predictable.
  const isNew = (payments[0]?.day ?? 0) - firstDay > due.rhythm.length + slackDays(due.rhythm);
  for (const [at, flow] of payments.entries()) {
    const number = fit.numbers[at] ?? 0;
    for (let missed = (fit.numbers[at - 1] ?? number) + 1; missed < number; missed++) {
      periods.push({ dueDay: dueDay(due, missed), expected: expected[at] ?? null, flow: null });
    }
    const guess = isNew && at < UNRECOGNIZED ? 0 : expected[at] ?? null;
    periods.push({ dueDay: dueDay(due, number), expected: guess, flow });
  }
  return periods;
}

/**
 * Returns the two periods that follow the last payment of a series that has ended. In the first
 * period, a payment was missed; in the second period, no payment is expected.
 */
function lastPeriods({ fit }: Contract, predicted: PredictedAmounts): readonly PaymentPeriod[] {
  const number = (fit.numbers.at(-1) ?? 0) + 1;
  const due = dueDay(fit.due, number);
  return [
    { dueDay: due, expected: predicted.on([due])[0] ?? null, flow: null },
    { dueDay: dueDay(fit.due, number + 1), expected: 0, flow: null },
  ];
}

function paymentsAhead(
  { fit }: Contract,
  predicted: PredictedAmounts,
  { today, until }: HabitOptions,
): readonly ExpectedFlow[] {
  const next = dayAt(dueDay(fit.due, (fit.numbers.at(-1) ?? 0) + 1));
  const from = [next, overdueSince(today)].sort().at(-1) ?? next;
  const dates = expectedDates({ due: fit.due, nextDate: from }, until);
  const amounts = predicted.on(dates.map(dayNumber));
  return dates.flatMap((date, at) => {
    const amount = amounts[at] ?? 0;
    return amount === 0 ? [] : [{ date: date < today ? today : date, amount }];
  });
}
