import { allSteps } from "../../../domain/base/all_steps.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../../../domain/base/month.ts";
import { type Forecast, forecastInSteps } from "../../../domain/forecast/forecast.ts";
import { aCategory } from "../../_builders.ts";
import type { GeneratedHousehold } from "./_generated_cashflow.ts";

/** One forecast and what came; milliunits. */
export interface BacktestCase {
  readonly cut: string;
  readonly forecast: Forecast;
  readonly expected: number;
  readonly p10: number;
  readonly p90: number;
  readonly actual: number;
}

/** The accounts whose balance is forecast. */
export const CASH: ReadonlySet<string> = new Set(["checking", "savings"]);

/** What is forecast, and from which balance. */
export interface BacktestOptions {
  readonly accountIds?: ReadonlySet<string>;
  readonly until: string;
  /** Milliunits that checking has more than it had. */
  readonly added?: number;
}

/** Forecasts from what was known on a day. */
export function forecastOn(
  household: GeneratedHousehold,
  cut: string,
  { accountIds = CASH, until, added = 0 }: BacktestOptions,
): Forecast {
  const accounts = household.accountsOn(cut).map((account) =>
    account.id === "checking" ? { ...account, balance: account.balance + added } : account
  );
  return allSteps(forecastInSteps({
    accounts,
    categories: [
      aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
      aCategory({ id: "spending" }),
    ],
    schedules: household.schedulesOn(cut),
    transactions: household.rowsUntil(cut),
  }, { accountIds, today: cut, until }));
}

/** Forecasts the end of a month that lies some months after the one of a day. */
export function backtest(
  household: GeneratedHousehold,
  cut: string,
  monthsAhead: number,
  accountIds: ReadonlySet<string> = CASH,
): BacktestCase {
  const until = addMonths(firstOfMonth(cut), monthsAhead);
  const forecast = forecastOn(household, cut, { accountIds, until });
  const last = forecast.months.at(-1);
  if (last === undefined) throw new Error("A forecast has a month");
  const { end: expected, p10, p90 } = last;
  const accounts = household.accountsOn(lastOfMonth(until)).filter(({ id }) => accountIds.has(id));
  const actual = accounts.reduce((sum, { balance }) => sum + balance, 0);
  return { cut, forecast, expected, p10, p90, actual };
}

/** Gives the lowest evening of what came, from a day to the end of a later month. */
export function lowestEvening(household: GeneratedHousehold, cut: string, until: string): number {
  const balanceOn = (day: string): number =>
    household.accountsOn(day).filter(({ id }) => CASH.has(id))
      .reduce((sum, { balance }) => sum + balance, 0);
  const last = lastOfMonth(until);
  const changes = Map.groupBy(
    household.rowsUntil(last).filter(({ date, account_id }) => date > cut && CASH.has(account_id)),
    ({ date }) => date,
  );
  let balance = balanceOn(cut);
  let lowest = balance;
  for (const [, rows] of [...changes].sort()) {
    balance += rows.reduce((sum, { amount }) => sum + amount, 0);
    lowest = Math.min(lowest, balance);
  }
  return lowest;
}

/** What many cases come to. */
export interface BacktestSummary {
  readonly cases: number;
  /** Share of the cases that lie between p10 and p90. */
  readonly coverage: number;
  /** Shares below p10 and above p90. */
  readonly below: number;
  readonly above: number;
  /** Mean of what came minus what was expected, and of its size; currency units. */
  readonly bias: number;
  readonly error: number;
  /** Mean width of the range; currency units. */
  readonly width: number;
}

/** Sums cases up. */
export function summaryOf(cases: readonly BacktestCase[]): BacktestSummary {
  const mean = (of: (one: BacktestCase) => number): number =>
    cases.reduce((sum, one) => sum + of(one), 0) / cases.length;
  const share = (is: (one: BacktestCase) => boolean): number => mean((one) => Number(is(one)));
  return {
    cases: cases.length,
    coverage: share(({ actual, p10, p90 }) => actual >= p10 && actual <= p90),
    below: share(({ actual, p10 }) => actual < p10),
    above: share(({ actual, p90 }) => actual > p90),
    bias: mean(({ actual, expected }) => actual - expected) / 1000,
    error: mean(({ actual, expected }) => Math.abs(actual - expected)) / 1000,
    width: mean(({ p10, p90 }) => p90 - p10) / 1000,
  };
}
