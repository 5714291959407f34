import type { Steps } from "../base/all_steps.ts";
import { lastOfMonth } from "../base/month.ts";
import { sumOf } from "../base/money.ts";
import { roundToDecimals } from "../base/money_format.ts";
import { compareTexts } from "../base/fold_text.ts";
import type { Cadence } from "../recurrence/payment_rhythm.ts";
import { balancePath, evenly, givenIncome, type MonthPath } from "./balance_path.ts";
import {
  type ForecastOutlook,
  forecastOutlook,
  type ForecastPlan,
  type RegularPayment,
} from "./forecast_outlook.ts";
import { type PartFactors, pastMonths } from "./forecast_past.ts";
import { type MonthRange, resample } from "./resample.ts";

/** A one-off payment that is not in the plan; signed milliunits. */
export interface OneOff {
  readonly date: string;
  readonly amount: number;
  readonly label: string;
}

/** Period and assumptions of a forecast. */
export interface ForecastOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly today: string;
  /** Last month, `YYYY-MM-01`. */
  readonly until: string;
  /** Milliunits; replaces income estimated from the past. */
  readonly monthlyIncome?: number | undefined;
  /** Milliunits, at least zero; replaces irregular spending estimated from the past. */
  readonly variableMonthly?: number | undefined;
  readonly oneOffs?: readonly OneOff[] | undefined;
  /** Decimals that payments are rounded to; 3 by default. */
  readonly decimals?: number;
}

/** Assumptions of a forecast; amounts in milliunits. */
export interface ForecastAssumptions {
  /** Habits, the next payment of each. */
  readonly recurring: readonly {
    readonly payee: string;
    readonly cadence: Cadence;
    readonly amount: number;
    readonly next_date: string;
  }[];
  readonly scheduled: readonly {
    readonly payee: string;
    readonly amount: number;
    /** YNAB's name of it. */
    readonly frequency: string;
    readonly next_date: string;
    /** Payments up to the last day of the forecast. */
    readonly times: number;
  }[];
  readonly one_offs: readonly OneOff[];
  /** Above zero for spending. */
  readonly variable_monthly: number;
  readonly monthly_income: number;
}

/** A forecast; amounts in milliunits. */
export interface Forecast {
  readonly accounts: readonly {
    readonly account_id: string;
    readonly name: string;
    readonly balance: number;
  }[];
  readonly start_balance: number;
  readonly months: readonly (MonthPath & MonthRange)[];
  readonly first_shortfall: { readonly date: string; readonly balance: number } | null;
  readonly chance_below_zero: number;
  readonly assumptions: ForecastAssumptions;
}

/**
 * Forecasts the total balance of some accounts, in steps: today's balance plus schedules, habits,
 * and a typical month's irregular money, spread over its days. Transfers between the accounts
 * don't count; transfers out do, so a credit card payment counts instead of the card's spending.
 *
 * The range comes from past months laid over that path, see {@linkcode resample}.
 */
export function* forecastInSteps(plan: ForecastPlan, options: ForecastOptions): Steps<Forecast> {
  const { today, monthlyIncome, variableMonthly, oneOffs = [], decimals = 3 } = options;
  const span = { today, until: lastOfMonth(options.until), step: 10 ** (3 - decimals) };
  const accounts = plan.accounts.filter(({ id }) => options.accountIds.has(id));
  const outlook = yield* forecastOutlook(plan, options, span.until);
  yield;
  const { past, isIncomeGiven } = outlook;
  const regular = outlook.regular.map((one) => rounded(one, decimals));
  const spending = variableMonthly === undefined
    ? roundToDecimals(past.spending, decimals)
    : 0 - variableMonthly;
  const irregularIncome = isIncomeGiven ? 0 : roundToDecimals(past.income, decimals);
  const start = sumOf(accounts.map(({ balance }) => balance));
  const path = balancePath(start, [
    ...regular.flatMap(({ payments }) => payments),
    ...givenIncome(monthlyIncome ?? 0, outlook.income, span),
    ...oneOffs,
    ...evenly(spending, span),
    ...evenly(irregularIncome, span),
  ], span);
  const range = resample(
    { today, evenings: path.evenings },
    pastMonths(past.months, factorsOf(outlook, variableMonthly)),
  );
  return {
    accounts: accounts.map(({ id, name, balance }) => ({ account_id: id, name, balance })),
    start_balance: start,
    months: path.months.map((month, at) => ({ ...month, ...around(month, range.months[at]) })),
    first_shortfall: path.first_shortfall,
    chance_below_zero: range.chanceBelowZero,
    assumptions: {
      ...listed(regular),
      one_offs: oneOffs,
      variable_monthly: 0 - spending,
      monthly_income: monthlyIncome ?? incomePerMonth(regular) + irregularIncome,
    },
  };
}

/** Rounds the estimated payments of a habit, so that sums match the shown amounts. */
function rounded(regular: RegularPayment, decimals: number): RegularPayment {
  if (regular.cadence === null) return regular;
  const payments = regular.payments.map(({ date, amount }) => ({
    date,
    amount: roundToDecimals(amount, decimals),
  }));
  return { ...regular, payments };
}

/** Factors of the parts of past months under the given assumptions. */
function factorsOf(
  { past, isIncomeGiven }: ForecastOutlook,
  variableMonthly: number | undefined,
): PartFactors {
  // Without past spending there is nothing to scale, so it adds no range.
  const scaled = past.spending < 0 ? (variableMonthly ?? 0) / (0 - past.spending) : 0;
  return {
    spending: variableMonthly === undefined ? 1 : scaled,
    income: isIncomeGiven ? 0 : 1,
    habits: 1,
    pay: isIncomeGiven ? 0 : 1,
  };
}

/** Widens a range so that it contains the expected path. */
function around({ end, lowest }: MonthPath, range: MonthRange | undefined): MonthRange {
  const { p10 = end, p90 = end, lowest_p10 = lowest } = range ?? {};
  return {
    p10: Math.min(p10, end),
    p90: Math.max(p90, end),
    lowest_p10: Math.min(lowest_p10, lowest),
  };
}

function listed(
  regular: readonly RegularPayment[],
): Pick<ForecastAssumptions, "recurring" | "scheduled"> {
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
  const byNextDate = (a: { readonly next_date: string }, b: { readonly next_date: string }) =>
    compareTexts(a.next_date, b.next_date);
  return { recurring: recurring.sort(byNextDate), scheduled: scheduled.sort(byNextDate) };
}

/** Mean monthly sum of regular income. */
function incomePerMonth(regular: readonly RegularPayment[]): number {
  return sumOf(
    regular.filter(({ isIncome }) => isIncome).map(({ perYear, payments: [next] }) =>
      Math.round((next?.amount ?? 0) * perYear / 12)
    ),
  );
}
