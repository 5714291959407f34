// deno-lint-ignore-file no-console
/**
 * Measures the forecast on invented households: how often what came lay in the
 * range, and how far it lay from what was expected.
 *
 * @module
 */

import { assert } from "@std/assert";
import { addMonths, lastOfMonth } from "../../domain/calendar_steps.ts";
import { backtest, type BacktestCase, type BacktestSummary, summaryOf } from "./_backtest.ts";
import { generatedHousehold, MONTHS } from "./_generated_cashflow.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const LEAST_HISTORY = 24;

function told({ cases, coverage, below, above, error, bias, width }: BacktestSummary): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return `${cases} cases, ${percent(coverage)} between p10 and p90 (${percent(below)} below, ` +
    `${percent(above)} above), mean error ${error.toFixed(0)}, bias ${bias.toFixed(0)}, ` +
    `mean width ${width.toFixed(0)}`;
}

Deno.test("forecastBalance() holds the next month's end between p10 and p90 in about four of five cases", () => {
  const cases: BacktestCase[] = [];
  for (const seed of SEEDS) {
    const household = generatedHousehold(seed);
    for (let months = LEAST_HISTORY; months < MONTHS; months++) {
      const cut = lastOfMonth(addMonths(household.since, months - 1));
      cases.push(backtest(household, cut, 1));
    }
  }
  const summary = summaryOf(cases);
  console.log(`Next month's end: ${told(summary)}`);
  assert(summary.coverage >= 0.75 && summary.coverage <= 0.9, told(summary));
  // An expectation that is always too high, or too low, would be no expectation.
  assert(Math.abs(summary.bias) < summary.error / 3, told(summary));
});

Deno.test("forecastBalance() holds this month's end, and that after next, alike", () => {
  const middle: BacktestCase[] = [];
  const quarter: BacktestCase[] = [];
  for (const seed of SEEDS) {
    const household = generatedHousehold(seed);
    for (let months = LEAST_HISTORY; months < MONTHS - 3; months += 3) {
      const month = addMonths(household.since, months - 1);
      middle.push(backtest(household, addMonths(month, 0, 15), 0));
      quarter.push(backtest(household, lastOfMonth(month), 3));
    }
  }
  console.log(`From the 15th: ${told(summaryOf(middle))}`);
  console.log(`Three months ahead: ${told(summaryOf(quarter))}`);
  for (const { coverage } of [summaryOf(middle), summaryOf(quarter)]) {
    assert(coverage >= 0.65, `${coverage}`);
  }
});
