import { assert } from "@std/assert";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import {
  backtest,
  type BacktestCase,
  type BacktestSummary,
  CASH,
  forecastOn,
  lowestEvening,
  summaryOf,
} from "./_backtest.ts";
import { generatedHousehold, MONTHS } from "./_generated_cashflow.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const LEAST_HISTORY = 24;

function told({ cases, coverage, below, above, error, bias, width }: BacktestSummary): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return `${cases} cases, ${percent(coverage)} between p10 and p90 (${percent(below)} below, ` +
    `${percent(above)} above), mean error ${error.toFixed(0)}, bias ${bias.toFixed(0)}, ` +
    `mean width ${width.toFixed(0)}`;
}

const HORIZONS = [1, 3, 6] as const;

/** Every month's end that has so many months after it. */
function casesOf(
  monthsAhead: number,
  { isMoving = false, accountIds = CASH, step = 1 } = {},
): readonly BacktestCase[] {
  return SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed, { isMoving });
    const cases: BacktestCase[] = [];
    for (let months = LEAST_HISTORY; months + monthsAhead <= MONTHS; months += step) {
      const cut = lastOfMonth(addMonths(household.since, months - 1));
      cases.push(backtest(household, cut, monthsAhead, accountIds));
    }
    return cases;
  });
}

for (const monthsAhead of HORIZONS) {
  Deno.test(`forecastInSteps() contains four of five balances between p10 and p90, ${monthsAhead} months ahead`, () => {
    const summary = summaryOf(casesOf(monthsAhead));
    assert(summary.coverage >= 0.75 && summary.coverage <= 0.9, told(summary));
    // An expectation that is always too high, or too low, would be no expectation.
    assert(Math.abs(summary.bias) < summary.error / 3, told(summary));
  });
}

Deno.test("forecastInSteps() is as accurate for the end of this month", () => {
  const cases = SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed);
    return Array.from({ length: 6 }, (_, at) => {
      const month = addMonths(household.since, LEAST_HISTORY - 1 + 2 * at);
      return backtest(household, addMonths(month, 0, 15), 0);
    });
  });
  const summary = summaryOf(cases);
  assert(summary.coverage >= 0.75 && summary.coverage <= 0.95, told(summary));
});

for (const account of CASH) {
  Deno.test(`forecastInSteps() is accurate for ${account} alone despite transfers from other accounts`, () => {
    for (const monthsAhead of HORIZONS) {
      const accountIds = new Set([account]);
      const summary = summaryOf(casesOf(monthsAhead, { isMoving: true, accountIds, step: 2 }));
      assert(summary.coverage >= 0.7 && summary.coverage <= 0.98, told(summary));
      assert(Math.abs(summary.bias) < summary.error / 3, told(summary));
    }
  });
}

Deno.test("forecastInSteps() estimates the probability of a negative balance", () => {
  const MONTHS_AHEAD = 3;
  // So many widths of its range above zero is the lowest point of the path.
  const above = [-0.1, 0.1, 0.3, 0.5];
  const cases = SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed);
    return Array.from({ length: MONTHS - LEAST_HISTORY - MONTHS_AHEAD + 1 }, (_, at) => {
      const month = addMonths(household.since, LEAST_HISTORY + at - 1);
      const [cut, until] = [lastOfMonth(month), addMonths(month, MONTHS_AHEAD)];
      const { months } = forecastOn(household, cut, { until });
      const { p10 = 0, p90 = 0 } = months.at(-1) ?? {};
      const lowest = Math.min(...months.map((one) => one.lowest));
      const actual = lowestEvening(household, cut, until);
      return above.map((widths) => {
        const added = widths * (p90 - p10) - lowest;
        const { chance_below_zero } = forecastOn(household, cut, { until, added });
        return { chance: chance_below_zero, isBelow: actual + added < 0 };
      });
    }).flat();
  });
  const bands = Map.groupBy(cases, ({ chance }) => Math.min(4, Math.floor(chance * 5)));
  let error = 0;
  for (const inBand of bands.values()) {
    const claimed = inBand.reduce((sum, { chance }) => sum + chance, 0);
    const came = inBand.filter(({ isBelow }) => isBelow).length;
    error += Math.abs(claimed - came) / cases.length;
  }
  assert(cases.length >= 300 && error <= 0.06, `${error}`);
});
