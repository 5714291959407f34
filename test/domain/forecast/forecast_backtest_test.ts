import { assert } from "@std/assert";
import { allSteps } from "../../../domain/base/all_steps.ts";
import { sumOf } from "../../../domain/base/money.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../../../domain/base/month.ts";
import { type Forecast, forecastInSteps } from "../../../domain/forecast/forecast.ts";
import { aCategory } from "../../_builders.ts";
import { type GeneratedHousehold, generatedHousehold, MONTHS } from "./_generated_household.ts";

/** A forecast and the actual balance, in milliunits. */
interface BacktestCase {
  readonly cut: string;
  readonly forecast: Forecast;
  readonly expected: number;
  readonly p10: number;
  readonly p90: number;
  readonly actual: number;
}

const CASH: ReadonlySet<string> = new Set(["checking", "savings"]);

interface BacktestOptions {
  readonly accountIds?: ReadonlySet<string>;
  readonly until: string;
  /** Milliunits added to the checking account. */
  readonly added?: number;
}

function forecastOn(
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

/** Forecasts the end of a month, some months ahead. */
function backtest(
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

/** Returns the actual lowest balance through the end of a month. */
function lowestEvening(household: GeneratedHousehold, cut: string, until: string): number {
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

interface BacktestSummary {
  /** Share of cases between p10 and p90. */
  readonly coverage: number;
  /** Mean difference from the expected balance, and mean absolute difference. */
  readonly bias: number;
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

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const MIN_HISTORY = 24;

const HORIZONS = [1, 3, 6] as const;

/** Starts a forecast at the end of every month with enough months after it. */
function casesOf(
  monthsAhead: number,
  { isMoving = false, accountIds = CASH, step = 1 } = {},
): readonly BacktestCase[] {
  return SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed, { isMoving });
    const cases: BacktestCase[] = [];
    for (let months = MIN_HISTORY; months + monthsAhead <= MONTHS; months += step) {
      const cut = lastOfMonth(addMonths(household.since, months - 1));
      cases.push(backtest(household, cut, monthsAhead, accountIds));
    }
    return cases;
  });
}

for (const monthsAhead of HORIZONS) {
  Deno.test(`forecastInSteps() contains four of five balances between p10 and p90, ${monthsAhead} months ahead`, () => {
    const summary = summaryOf(casesOf(monthsAhead));
    assert(summary.coverage >= 0.75 && summary.coverage <= 0.9, JSON.stringify(summary));
    // The expected balance must not be biased.
    assert(Math.abs(summary.bias) < summary.error / 3, JSON.stringify(summary));
  });
}

Deno.test("forecastInSteps() is as accurate for the end of the current month", () => {
  const cases = SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed);
    return Array.from({ length: 6 }, (_, at) => {
      const month = addMonths(household.since, MIN_HISTORY - 1 + 2 * at);
      return backtest(household, addMonths(month, 0, 15), 0);
    });
  });
  const summary = summaryOf(cases);
  assert(summary.coverage >= 0.75 && summary.coverage <= 0.95, JSON.stringify(summary));
});

for (const account of CASH) {
  Deno.test(`forecastInSteps() is accurate for ${account} alone despite transfers from other accounts`, () => {
    for (const monthsAhead of HORIZONS) {
      const accountIds = new Set([account]);
      const summary = summaryOf(casesOf(monthsAhead, { isMoving: true, accountIds, step: 2 }));
      assert(summary.coverage >= 0.7 && summary.coverage <= 0.98, JSON.stringify(summary));
      assert(Math.abs(summary.bias) < summary.error / 3, JSON.stringify(summary));
    }
  });
}

Deno.test("forecastInSteps() estimates the probability of a negative balance", () => {
  const MONTHS_AHEAD = 3;
  // Distances of the path's lowest point from zero, as multiples of the distance from p10 to p90.
  const above = [-0.1, 0.1, 0.3, 0.5];
  const cases = SEEDS.flatMap((seed) => {
    const household = generatedHousehold(seed);
    return Array.from({ length: MONTHS - MIN_HISTORY - MONTHS_AHEAD + 1 }, (_, at) => {
      const month = addMonths(household.since, MIN_HISTORY + at - 1);
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
  // Shares of paths below zero, without the extra 5% for events that no household's past shows.
  const byPaths = cases.map((one) => ({ ...one, chance: (one.chance - 0.05) / 0.95 }));
  const claimsOf = (
    all: typeof cases,
  ): readonly { readonly off: number; readonly share: number }[] =>
    [...Map.groupBy(all, ({ chance }) => Math.min(4, Math.floor(chance * 5))).values()]
      .map((inBand) => {
        const claimed = inBand.reduce((sum, { chance }) => sum + chance, 0);
        const came = inBand.filter(({ isBelow }) => isBelow).length;
        return { off: (claimed - came) / inBand.length, share: inBand.length / all.length };
      });
  const error = claimsOf(byPaths).reduce((sum, { off, share }) => sum + Math.abs(off) * share, 0);
  assert(cases.length >= 300 && error <= 0.06, `${error}`);
  for (const { off } of claimsOf(cases)) assert(off >= 0, `understated by ${-off}`);
});
