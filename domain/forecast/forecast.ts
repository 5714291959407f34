import type { Steps } from "../base/all_steps.ts";
import { addDays, daysBetween } from "../base/day.ts";
import { compareTexts } from "../base/fold_text.ts";
import { type Amounts, sumOf } from "../base/money.ts";
import { roundToDecimals } from "../base/money_format.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../base/month.ts";
import type { AccountRecord, CategoryRecord } from "../base/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";
import { quantile } from "../base/statistics.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import { payeeIndexOf } from "../payees/payee_index.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import type { LivePlan } from "../transactions/transaction_chunks.ts";
import { cashFlows, evenly, type ExpectedFlow, givenIncome, otherAccountOf } from "./cash_flows.ts";
import { irregularPast } from "./forecast_past.ts";
import { cardHistories } from "./card_payments.ts";
import { habitsInSteps } from "./habits.ts";
import {
  consistentHabits,
  regularAhead,
  type RegularPayment,
  scheduledFlows,
} from "./regular_payments.ts";
import {
  chanceBelowZero,
  lowestIn,
  type MonthSpan,
  monthSpans,
  resampledPaths,
} from "./resample.ts";

/** A one-time payment that isn't in the plan. The amount is in signed milliunits. */
export interface OneOff extends ExpectedFlow {
  readonly label: string;
}

export interface ForecastOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly today: string;
  /** Last month of the forecast, `YYYY-MM-01`. */
  readonly until: string;
  /** Monthly income in milliunits, to use instead of the income estimated from past months. */
  readonly monthlyIncome?: number | undefined;
  /** Irregular monthly spending in milliunits, at least zero, to use instead of the estimate. */
  readonly variableMonthly?: number | undefined;
  readonly oneOffs?: readonly OneOff[] | undefined;
  /** Number of decimal places to which payments are rounded; 3 by default. */
  readonly decimals?: number;
}

/** One month of the forecast; the first month starts today. `out` is zero or negative. */
interface ForecastMonth
  extends Amounts<"start" | "in" | "out" | "end" | "lowest" | "lowest_p10" | "p10" | "p90"> {
  readonly month: string;
  readonly lowest_date: string;
}

interface NextPayment {
  readonly payee: string;
  readonly amount: number;
  readonly next_date: string;
}

/** A forecast. Amounts are in milliunits. */
export interface Forecast {
  readonly accounts: readonly {
    readonly account_id: string;
    readonly name: string;
    readonly balance: number;
  }[];
  readonly start_balance: number;
  readonly months: readonly ForecastMonth[];
  readonly first_shortfall: { readonly date: string; readonly balance: number } | null;
  readonly chance_below_zero: number;
  readonly assumptions: Amounts<"variable_monthly" | "monthly_income"> & {
    readonly recurring: readonly (NextPayment & { readonly cadence: Cadence })[];
    readonly scheduled: readonly (NextPayment & {
      readonly frequency: string;
      readonly times: number;
    })[];
    readonly one_offs: readonly OneOff[];
  };
}

/**
 * Forecasts the total balance of the given accounts, in pausable steps. Starts from today's balance
 * and adds scheduled payments, recurring payments without a schedule, and a typical month's
 * irregular inflows and outflows, spread over the days of the month. Transfers between these
 * accounts don't count. Transfers to other accounts count, so the forecast includes card payments
 * but not card spending. The range is derived from past months; see {@linkcode resampledPaths}.
 */
export function* forecastInSteps(plan: LivePlan, options: ForecastOptions): Steps<Forecast> {
  const { accountIds, today, monthlyIncome, oneOffs = [] } = options;
  const cash = yield* expectedInSteps(plan, options);
  const { expected, paths, regular } = cash;
  const short = expected.findIndex((balance) => balance < 0);
  return {
    accounts: plan.accounts.filter(({ id }) => accountIds.has(id))
      .map(({ id, name, balance }) => ({ account_id: id, name, balance })),
    start_balance: cash.start,
    months: monthSpans(today, expected.length).map((span) => monthIn(span, cash)),
    first_shortfall: short < 0
      ? null
      : { date: addDays(today, short), balance: expected[short] ?? 0 },
    chance_below_zero: chanceBelowZero(paths),
    assumptions: {
      ...listed(regular),
      one_offs: oneOffs,
      variable_monthly: 0 - cash.spending,
      monthly_income: monthlyIncome ?? incomePerMonth(regular) + cash.income,
    },
  };
}

export interface CashPaths {
  /** Expected balance at the end of each day, in milliunits, starting with today. */
  readonly expected: readonly number[];
  /** For each simulated path, the balance at the end of each day. */
  readonly paths: readonly Float64Array[];
  /** Number of finished months that the paths are drawn from. */
  readonly finishedMonths: number;
}

interface Expectation extends CashPaths, Amounts<"start" | "spending" | "income"> {
  readonly flows: readonly ExpectedFlow[];
  readonly regular: readonly RegularPayment[];
}

/** Past months to search for recurring payments, enough for three payments of a yearly bill. */
const LOOKBACK_MONTHS = 36;

/** Simulates the future balances, in pausable steps. */
export function* expectedInSteps(plan: LivePlan, options: ForecastOptions): Steps<Expectation> {
  const { accountIds, today, monthlyIncome, variableMonthly } = options;
  const { oneOffs = [], decimals = 3 } = options;
  const span = { today, until: lastOfMonth(options.until), step: 10 ** (3 - decimals) };
  const since = addMonths(firstOfMonth(today), 0 - LOOKBACK_MONTHS);
  const groups = cashFlows(payeeIndexOf(plan.transactions).groups, accountIds, since);
  yield;
  const isIncomeCategory = incomeRule(plan.categories);
  const isIncome = ({ transaction, amount, categoryId }: Payment): boolean =>
    amount > 0 && !transaction.transfer_account_id && isIncomeCategory(categoryId);
  const otherIds = new Set(groups.map(({ key }) => otherAccountOf(key)));
  const paidCards = plan.accounts.filter((one) => isCard(one) && otherIds.has(one.id));
  const cards = cardHistories(paidCards, plan.transactions, since);
  yield;
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const scheduled = scheduledFlows(plan.schedules, {
    ...{ accountIds, groups, accountNames, isIncomeCategory, since },
    ...span,
  });
  yield;
  const found = yield* habitsInSteps(groups, { ...span, isIncome, cards });
  const habits = consistentHabits(found, scheduled);
  const ahead = regularAhead(habits, scheduled).map((one) => rounded(one, decimals));
  const isIncomeGiven = monthlyIncome !== undefined;
  const past = irregularPast({
    ...{ groups, habits, scheduled, isIncome, today, variableMonthly, isIncomeGiven },
  });
  yield;
  const regular = isIncomeGiven ? ahead.filter((one) => !isRegularIncome(one)) : ahead;
  const spending = variableMonthly === undefined
    ? roundToDecimals(past.spending, decimals)
    : 0 - variableMonthly;
  const income = isIncomeGiven ? 0 : roundToDecimals(past.income, decimals);
  const incomeHistory = {
    nextPayday: nextPayday(ahead),
    receivedThisMonth: sumOf(
      groups.flatMap(({ flows }) => flows)
        .filter((flow) => flow.transaction.date >= firstOfMonth(today) && isIncome(flow))
        .map(({ amount }) => amount),
    ),
  };
  const flows = [
    ...regular.flatMap(({ payments }) => payments),
    ...givenIncome(monthlyIncome ?? 0, incomeHistory, span),
    ...oneOffs,
    ...evenly(spending, span),
    ...evenly(income, span),
  ];
  const start = sumOf(
    plan.accounts.filter(({ id }) => accountIds.has(id)).map(({ balance }) => balance),
  );
  const changes = new Float64Array(daysBetween(today, span.until) + 1);
  for (const { date, amount } of flows) {
    const at = daysBetween(today, date);
    changes[at] = (changes[at] ?? 0) + amount;
  }
  let balance = start;
  const expected = Array.from(changes, (change) => balance += change);
  yield;
  const paths = resampledPaths(today, expected, past.months);
  const finishedMonths = past.months.length;
  return { start, flows, expected, paths, finishedMonths, regular, spending, income };
}

function monthIn(
  { month, length, before, place }: MonthSpan,
  { start, flows, expected, paths }: Expectation,
): ForecastMonth {
  const inMonth = flows.filter(({ date }) => date.startsWith(month)).map(({ amount }) => amount);
  // The forecast's first month includes today's balance.
  const first = before === 0 ? place : 0;
  const next = place + length - before;
  const end = expected[next - 1] ?? start;
  const balances = expected.slice(first, next);
  const lowest = Math.min(...balances);
  const ends = Float64Array.from(paths, (path) => path[next - 1] ?? 0).sort();
  const lows = Float64Array.from(paths, (path) => lowestIn(path, first, next)).sort();
  return {
    month,
    start: expected[first - 1] ?? start,
    in: sumOf(inMonth.filter((amount) => amount > 0)),
    out: sumOf(inMonth.filter((amount) => amount < 0)),
    end,
    lowest,
    lowest_date: addMonths(month, 0, length - balances.length + balances.indexOf(lowest) + 1),
    lowest_p10: Math.min(lowest, roundedQuantile(lows, 0.1)),
    p10: Math.min(end, roundedQuantile(ends, 0.1)),
    p90: Math.max(end, roundedQuantile(ends, 0.9)),
  };
}

function roundedQuantile(sorted: Float64Array, share: number): number {
  return Math.round(quantile(sorted, share)) + 0;
}

/** Rounds estimates of a regular expense or income, so that sums match the displayed amounts. */
function rounded(regular: RegularPayment, decimals: number): RegularPayment {
  if (regular.cadence === null) return regular;
  const payments = regular.payments.map(({ date, amount }) => ({
    date,
    amount: roundToDecimals(amount, decimals),
  }));
  return { ...regular, payments };
}

function listed(
  regular: readonly RegularPayment[],
): Pick<Forecast["assumptions"], "recurring" | "scheduled"> {
  const recurring = regular.flatMap(({ payee, cadence, payments: [next] }) =>
    cadence === null || next === undefined
      ? []
      : [{ payee, cadence, amount: next.amount, next_date: next.date }]
  );
  const scheduled = regular.flatMap(({ payee, frequency, payments }) => {
    const [next] = payments;
    if (frequency === null || next === undefined) return [];
    const { date: next_date, amount } = next;
    return [{ payee, amount, frequency, next_date, times: payments.length }];
  });
  const byNextDate = (a: NextPayment, b: NextPayment) => compareTexts(a.next_date, b.next_date);
  return { recurring: recurring.sort(byNextDate), scheduled: scheduled.sort(byNextDate) };
}

function incomePerMonth(regular: readonly RegularPayment[]): number {
  return sumOf(
    regular.filter(({ isIncome }) => isIncome).map(({ perYear, payments: [next] }) =>
      Math.round((next?.amount ?? 0) * perYear / 12)
    ),
  );
}

function isCard({ type }: AccountRecord): boolean {
  return type === "creditCard" || type === "lineOfCredit";
}

/** Returns a function that checks whether a transaction with a given category id can be income. */
function incomeRule(categories: readonly CategoryRecord[]): (id: string | null) => boolean {
  const ids = new Set(
    categories
      .filter((category) => isInflowCategory(category) || isUncategorizedCategory(category))
      .map(({ id }) => id),
  );
  return (id) => id === null || ids.has(id);
}

/** A one-time scheduled inflow, such as a tax refund, isn't monthly income. */
function isRegularIncome({ isIncome, perYear }: RegularPayment): boolean {
  return isIncome && perYear > 0;
}

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
