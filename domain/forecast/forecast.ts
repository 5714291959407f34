import { allSteps, type Steps } from "../base/all_steps.ts";
import { balancePath, type MonthPath } from "./balance_path.ts";
import { lastOfMonth } from "../base/month.ts";
import { type AssumedPayments, listed, perMonth } from "./forecast_assumptions.ts";
import { type ForecastOutlook, forecastOutlook, type ForecastPlan } from "./forecast_outlook.ts";
import { type PartFactors, pastMonths } from "./forecast_past.ts";
import { evenly, givenIncome } from "./given_income.ts";
import { sumOf } from "../base/money.ts";
import { roundToDecimals } from "../base/money_format.ts";
import type { RegularPayment } from "./regular_ahead.ts";
import { type MonthRange, resample } from "./resample.ts";

/** A single payment that the plan does not know of; milliunits, signed. */
export interface OneOff {
  readonly date: string;
  readonly amount: number;
  readonly label: string;
}

/** What to forecast, and under which assumptions. */
export interface ForecastOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly today: string;
  /** Last month, `YYYY-MM-01`. */
  readonly until: string;
  /** Milliunits that come in each month, in place of what the past suggests. */
  readonly monthlyIncome?: number | undefined;
  /** Milliunits, at least zero, spent irregularly each month, in place of the same. */
  readonly variableMonthly?: number | undefined;
  readonly oneOffs?: readonly OneOff[] | undefined;
  /** Decimals of the currency: no payment is expected finer; 3 unless given. */
  readonly decimals?: number;
}

/** What a forecast takes for granted; amounts in milliunits. */
export interface ForecastAssumptions extends AssumedPayments {
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
 * Forecasts the balance of a set of accounts. It starts from today's balances and
 * adds what is scheduled, what is habitual, and the typical irregular month, spread
 * over its days. What moves within the set changes nothing; what leaves it counts,
 * the payment of a credit card in place of what was spent on it.
 *
 * The range comes from months of the past laid over that path, see
 * {@linkcode resample}.
 */
export function forecastBalance(plan: ForecastPlan, options: ForecastOptions): Forecast {
  return allSteps(forecastInSteps(plan, options));
}

/** Forecasts the same step by step. */
export function* forecastInSteps(plan: ForecastPlan, options: ForecastOptions): Steps<Forecast> {
  const { today, monthlyIncome, variableMonthly, oneOffs = [], decimals = 3 } = options;
  const span = { today, until: lastOfMonth(options.until), step: 10 ** (3 - decimals) };
  const accounts = plan.accounts.filter(({ id }) => options.accountIds.has(id));
  const outlook = yield* forecastOutlook(plan, options, span.until);
  yield;
  const { past, isIncomeGiven } = outlook;
  const regular = outlook.regular.map((one) => payable(one, decimals));
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
      monthly_income: monthlyIncome ?? perMonth(regular) + irregularIncome,
    },
  };
}

/** Rounds what a habit is guessed to bring to what can be paid, so that sums add up. */
function payable(regular: RegularPayment, decimals: number): RegularPayment {
  const payments = regular.payments.map(({ date, amount }) => ({
    date,
    amount: roundToDecimals(amount, decimals),
  }));
  return regular.cadence === null ? regular : { ...regular, payments };
}

/** By how much the parts of past months count under the given assumptions. */
function factorsOf(
  { past, isIncomeGiven }: ForecastOutlook,
  variableMonthly: number | undefined,
): PartFactors {
  // Spending that never was can't be scaled: then it has no range of its own.
  const scaled = past.spending < 0 ? (variableMonthly ?? 0) / (0 - past.spending) : 0;
  return {
    spending: variableMonthly === undefined ? 1 : scaled,
    income: isIncomeGiven ? 0 : 1,
    habits: 1,
    pay: isIncomeGiven ? 0 : 1,
  };
}

/** Widens a range so that it holds the path that is expected. */
function around({ end, lowest }: MonthPath, range: MonthRange | undefined): MonthRange {
  const { p10 = end, p90 = end, lowest_p10 = lowest } = range ?? {};
  return {
    p10: Math.min(p10, end),
    p90: Math.max(p90, end),
    lowest_p10: Math.min(lowest_p10, lowest),
  };
}
