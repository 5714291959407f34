import { assert } from "@std/assert";
import { allSteps } from "../../../domain/base/all_steps.ts";
import { sumOf } from "../../../domain/base/money.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../../../domain/base/month.ts";
import { forecastInSteps } from "../../../domain/forecast/forecast.ts";
import {
  type GeneratedHousehold,
  generatedHousehold,
  MONTHS,
  planOn,
} from "./_generated_household.ts";

/** The expected and the actual balance at the end of a month, in milliunits. */
interface BacktestCase {
  readonly monthsAhead: number;
  readonly expected: number;
  readonly p10: number;
  readonly p90: number;
  readonly actual: number;
}

const CASH: ReadonlySet<string> = new Set(["checking", "savings"]);

/** Forecasts from a past day, and returns the results for the given numbers of months ahead. */
function backtest(
  household: GeneratedHousehold,
  cut: string,
  horizons: readonly number[],
  accountIds: ReadonlySet<string> = CASH,
): readonly BacktestCase[] {
  const monthAt = (monthsAhead: number): string => addMonths(firstOfMonth(cut), monthsAhead);
  const known = horizons.filter((monthsAhead) => monthAt(monthsAhead) <= household.until);
  const until = monthAt(Math.max(...known));
  const { months } = allSteps(
    forecastInSteps(planOn(household, cut), { accountIds, today: cut, until }),
  );
  return known.map((monthsAhead) => {
    const month = monthAt(monthsAhead);
    const found = months.find((one) => one.month === month.slice(0, 7));
    if (found === undefined) throw new Error("A forecast has every month");
    const { end: expected, p10, p90 } = found;
    const accounts = household.accountsOn(lastOfMonth(month))
      .filter(({ id }) => accountIds.has(id));
    const actual = sumOf(accounts.map(({ balance }) => balance));
    return { monthsAhead, expected, p10, p90, actual };
  });
}

interface BacktestSummary {
  /** Share of actual balances between p10 and p90. */
  readonly coverage: number;
  /** Mean of the actual balance minus the expected balance. */
  readonly bias: number;
  /** Mean absolute difference between the actual and the expected balance. */
  readonly error: number;
}

function summaryOf(cases: readonly BacktestCase[]): BacktestSummary {
  const mean = (of: (one: BacktestCase) => number): number => sumOf(cases.map(of)) / cases.length;
  return {
    coverage: mean(({ actual, p10, p90 }) => Number(actual >= p10 && actual <= p90)),
    bias: mean(({ actual, expected }) => actual - expected),
    error: mean(({ actual, expected }) => Math.abs(actual - expected)),
  };
}

const SEEDS = Array.from({ length: 10 }, (_, at) => at + 1);
const MORE_SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);
const MIN_HISTORY = 24;

const HORIZONS = [1, 3, 6];

/**
 * Runs a forecast at the end of every `step`th month, starting after `MIN_HISTORY` months of
 * history. Groups the results by how many months ahead they forecast.
 */
function casesOf(
  step: number,
  { isMoving = false, accountIds = CASH, seeds = SEEDS } = {},
): ReadonlyMap<number, readonly BacktestCase[]> {
  const cases = seeds.flatMap((seed) => {
    const household = generatedHousehold(seed, { isMoving });
    const months = Array.from({ length: MONTHS - MIN_HISTORY }, (_, at) => at);
    return months.filter((at) => at % step === 0).flatMap((at) =>
      backtest(
        household,
        lastOfMonth(addMonths(household.since, MIN_HISTORY - 1 + at)),
        HORIZONS,
        accountIds,
      )
    );
  });
  return Map.groupBy(cases, ({ monthsAhead }) => monthsAhead);
}

Deno.test("forecastInSteps() puts about four in five actual balances between p10 and p90", () => {
  // With 30 cases per horizon instead of 60, the coverage could be off by 7 points by chance alone.
  for (const [monthsAhead, cases] of casesOf(3, { seeds: MORE_SEEDS.slice(0, 20) })) {
    const summary = summaryOf(cases);
    const label = `${monthsAhead} months ahead: ${JSON.stringify(summary)}`;
    assert(summary.coverage >= 0.75 && summary.coverage <= 0.9, label);
    // Expected balances must not be biased.
    assert(Math.abs(summary.bias) < summary.error / 3, label);
  }
});

Deno.test("forecastInSteps() allows for variation in card payments up to a year ahead", () => {
  const cases = MORE_SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed, { cardShare: 0.6 });
    const lastMonth = addMonths(household.since, 11 + seed % 12);
    return backtest(household, lastOfMonth(lastMonth), [3, 6, 9, 12]);
  });
  const summary = summaryOf(cases);
  assert(summary.coverage >= 0.75 && summary.coverage <= 0.88, JSON.stringify(summary));
});

Deno.test("forecastInSteps() narrows next month's range gradually as card debt becomes known", () => {
  const households = SEEDS.map((seed) => generatedHousehold(seed, { cardShare: 0.9 }));
  const widths = Array.from({ length: 16 }, (_, at) =>
    sumOf(households.map((household) => {
      const cut = addMonths(addMonths(household.since, MIN_HISTORY), 0, 12 + at);
      return sumOf(backtest(household, cut, [1]).map(({ p10, p90 }) => p90 - p10));
    })));
  for (const [at, width] of widths.slice(1).entries()) {
    const before = widths[at] ?? 0;
    assert(width > 0.85 * before && width < 1.1 * before, widths.join(" "));
  }
});

Deno.test("forecastInSteps() is also accurate for the end of the current month", () => {
  const cases = SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed);
    return Array.from({ length: 3 }, (_, at) => {
      const month = addMonths(household.since, MIN_HISTORY - 1 + 4 * at);
      return backtest(household, addMonths(month, 0, 15), [0]);
    }).flat();
  });
  const summary = summaryOf(cases);
  assert(summary.coverage >= 0.75 && summary.coverage <= 0.95, JSON.stringify(summary));
});

for (const account of CASH) {
  Deno.test(`forecastInSteps() is accurate when forecasting ${account} alone, even if the household moves money between accounts`, () => {
    const options = { isMoving: true, accountIds: new Set([account]) };
    for (const [monthsAhead, cases] of casesOf(2, options)) {
      const summary = summaryOf(cases);
      const label = `${monthsAhead} months ahead: ${JSON.stringify(summary)}`;
      assert(summary.coverage >= 0.7 && summary.coverage <= 0.98, label);
      assert(Math.abs(summary.bias) < summary.error / 3, label);
    }
  });
}
