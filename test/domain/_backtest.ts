/**
 * Lays forecasts against what came: the history of an invented household is cut at
 * a day, and the balance at the end of a later month forecast from what was known.
 *
 * @module
 */

import { addMonths, lastOfMonth } from "../../domain/calendar_steps.ts";
import { firstOfMonth } from "../../domain/day.ts";
import { type Forecast, forecastBalance } from "../../domain/forecast.ts";
import { aCategory } from "../_builders.ts";
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

/** Forecasts the end of a month that lies some months after the one of a day. */
export function backtest(
  household: GeneratedHousehold,
  cut: string,
  monthsAhead: number,
): BacktestCase {
  const until = addMonths(firstOfMonth(cut), monthsAhead);
  const forecast = forecastBalance({
    accounts: household.accountsOn(cut),
    categories: [
      aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
      aCategory({ id: "spending" }),
    ],
    schedules: household.schedulesOn(cut),
    rows: household.rowsUntil(cut),
  }, { accountIds: CASH, today: cut, until });
  const last = forecast.months.at(-1);
  if (last === undefined) throw new Error("A forecast has a month");
  const { end: expected, p10, p90 } = last;
  const accounts = household.accountsOn(lastOfMonth(until)).filter(({ id }) => CASH.has(id));
  const actual = accounts.reduce((sum, { balance }) => sum + balance, 0);
  return { cut, forecast, expected, p10, p90, actual };
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
