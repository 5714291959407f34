import { allSteps, type Steps, StepSize } from "../base/all_steps.ts";
import type { CardHistory } from "./card_debt.ts";
import { type CashFlow, type CashFlowGroup, otherAccountOf } from "./cash_flows.ts";
import { addDays, dayAt, dayNumber } from "../base/day.ts";
import { DAYS_PER_YEAR, firstOfMonth } from "../base/month.ts";
import { type ForeseenAmounts, foreseenAmounts } from "./foreseen_amounts.ts";
import { type Cadence, dueDay, hasEnded } from "../recurrence/payment_rhythm.ts";
import { type HabitContract, type HabitPeriod, lastPeriods, periodsOf } from "./habit_periods.ts";
import { expectedDates } from "../recurrence/expected_dates.ts";
import { contractsAmongAll, variationOf } from "../recurrence/contracts.ts";

/** A payment to come. */
export interface HabitualPayment {
  /** `YYYY-MM-DD`, today at the earliest. */
  readonly date: string;
  /** Milliunits, signed. */
  readonly amount: number;
}

/** A habit of a payee. */
export interface Habit extends Pick<CashFlowGroup, "key" | "direction"> {
  readonly payee: string;
  readonly cadence: Cadence;
  readonly paymentsPerYear: number;
  /** Whether money comes in that is no transfer and carries no spending category. */
  readonly isIncome: boolean;
  /** Whether each payment comes from a debt and says nothing about the next. */
  readonly isOwed: boolean;
  readonly periods: readonly HabitPeriod[];
  /** What is to come; empty once the habit has ended. */
  readonly payments: readonly HabitualPayment[];
}

/** Where habits are looked for. */
export interface HabitOptions {
  readonly today: string;
  /** Last day ahead. */
  readonly until: string;
  readonly isIncome: (flow: CashFlow) => boolean;
  /** Balances of the plan's cards, by account. */
  readonly cards: ReadonlyMap<string, CardHistory>;
}

/**
 * Whoever is paid more often than weekly is a shop. What it may sell as a contract
 * besides counts as irregular spending, which comes to the same in a month.
 */
const MOST_IN_A_YEAR = 70;

/** A payee that nothing moved to for so long is looked at for habits that have ended. */
const IDLE_DAYS = 40;

/** Share of its periods in which a habit must have paid. */
const LEAST_PAID = 0.75;

/** How much its payments may usually differ, as a log ratio: a factor of 1.8. */
const WIDEST_VARIATION = 0.6;

/** Flows that are looked at before others have their turn. */
const FLOWS_PER_STEP = 250;

/** A payment that did not come is waited for at least so long. */
const LEAST_PATIENCE_DAYS = 10;

/**
 * Finds habits. What was due this month, or in the last ten days, and did not come
 * is still to come: it counts for today.
 */
export function habitsAmong(
  groups: readonly CashFlowGroup[],
  options: HabitOptions,
): readonly Habit[] {
  return allSteps(habitsInSteps(groups, options));
}

/** Finds the same step by step: some payees each. */
export function* habitsInSteps(
  groups: readonly CashFlowGroup[],
  options: HabitOptions,
): Steps<readonly Habit[]> {
  const today = dayNumber(options.today);
  const firstDay = groups.reduce((day, { flows }) => Math.min(day, flows[0]?.day ?? day), today);
  const habits: Habit[] = [];
  const step = new StepSize(FLOWS_PER_STEP);
  for (const group of groups) {
    for (const contract of contractsOf(group, today)) {
      const habit = habitOf(group, contract, { ...options, firstDay });
      if (habit.isOwed || !isErratic(habit)) habits.push(habit);
    }
    if (step.isOver(group.flows.length)) yield;
  }
  return habits;
}

/**
 * Tells whether nobody can count on a habit: what is left over at the month's end may
 * be moved on the 28th, but not every month, and never the same.
 */
function isErratic({ periods }: Habit): boolean {
  const sizes = periods.flatMap(({ flow }) => flow === null ? [] : [flow.size]);
  return sizes.length < periods.length * LEAST_PAID || variationOf(sizes) > WIDEST_VARIATION;
}

/** What a payee no longer gets was a habit as long as it lasted. */
function contractsOf({ flows, direction }: CashFlowGroup, today: number): readonly HabitContract[] {
  const isIncome = direction === "in";
  const isIdle = today - (flows.at(-1)?.day ?? 0) > IDLE_DAYS;
  const yearBefore = flows.at(-1 - MOST_IN_A_YEAR)?.day ?? -Infinity;
  if (today - yearBefore < DAYS_PER_YEAR) return [];
  return contractsAmongAll(flows, { today: isIdle ? -Infinity : today, isIncome });
}

function habitOf(
  group: CashFlowGroup,
  contract: HabitContract,
  options: HabitOptions & { readonly firstDay: number },
): Habit {
  const { fit, payments: paid } = contract;
  const { rhythm } = fit.due;
  const other = otherAccountOf(group.key);
  const foreseen = foreseenAmounts(
    paid.map(({ amount }, at) => ({
      dueDay: dueDay(fit.due, fit.numbers[at] ?? 0),
      amount,
    })),
    { rhythm, today: dayNumber(options.today), card: options.cards.get(other ?? "") ?? null },
  );
  // A contract has payments.
  const { day, transaction: newest } = paid.at(-1) as CashFlow;
  const hasGoneOn = !hasEnded(rhythm, dayNumber(options.today) - day);
  const incomes = paid.filter(options.isIncome).length;
  const periods = periodsOf(contract, foreseen.before, options.firstDay);
  return {
    key: group.key,
    direction: group.direction,
    payee: newest.payee_name || newest.import_payee_name || group.key,
    cadence: rhythm.cadence,
    paymentsPerYear: rhythm.paymentsPerYear,
    isIncome: other === null && incomes * 2 > paid.length,
    isOwed: foreseen.isOwed,
    periods: hasGoneOn ? periods : [...periods, ...lastPeriods(contract, foreseen)],
    payments: hasGoneOn ? paymentsAhead(contract, foreseen, options) : [],
  };
}

function paymentsAhead(
  { fit }: HabitContract,
  foreseen: ForeseenAmounts,
  { today, until }: HabitOptions,
): readonly HabitualPayment[] {
  const patient = addDays(today, 0 - LEAST_PATIENCE_DAYS);
  const month = firstOfMonth(today);
  const next = dayAt(dueDay(fit.due, (fit.numbers.at(-1) ?? 0) + 1));
  const from = [next, patient < month ? patient : month].sort().at(-1) ?? next;
  const dates = expectedDates({ due: fit.due, nextDate: from }, until);
  const amounts = foreseen.on(dates.map(dayNumber));
  return dates.flatMap((date, at) => {
    const amount = amounts[at] ?? 0;
    return amount === 0 ? [] : [{ date: date < today ? today : date, amount }];
  });
}
