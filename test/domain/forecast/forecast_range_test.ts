import { assert } from "@std/assert";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import type { Forecast, forecastInSteps } from "../../../domain/forecast/forecast.ts";
import { forecastOn } from "./_backtest.ts";
import { generatedHousehold } from "./_generated_cashflow.ts";

const MONTHS_AHEAD = 13;

/** Where the expected line lies in its range, 0 at p10 and 1 at p90, over 13 months. */
function meanPlace({ months }: Forecast): number | null {
  const places = months.filter(({ p10, p90 }) => p90 > p10)
    .map(({ end, p10, p90 }) => (end - p10) / (p90 - p10));
  return places.length === 0 ? null : places.reduce((sum, place) => sum + place, 0) / places.length;
}

function assertCentred(forecast: Forecast, what: string): number {
  const place = meanPlace(forecast);
  if (place === null) return 0;
  assert(place >= 0.25 && place <= 0.75, `${what}: ${place.toFixed(2)}`);
  return 1;
}

/** Every set of some items but the empty one. */
function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (sets, item) => [...sets, ...sets.map((set) => [...set, item])],
    [[]],
  ).slice(1);
}

Deno.test("forecastInSteps() expects the middle of its range for any accounts in ten households", () => {
  let counted = 0;
  for (let seed = 1; seed <= 10; seed++) {
    for (const isMoving of [false, true]) {
      const household = generatedHousehold(seed, { isMoving });
      const cut = lastOfMonth(addMonths(household.since, 29));
      for (const accounts of subsetsOf(["checking", "savings"])) {
        const until = addMonths(cut, MONTHS_AHEAD, 1);
        const forecast = forecastOn(household, cut, { accountIds: new Set(accounts), until });
        counted += assertCentred(forecast, `${seed}, ${accounts}`);
      }
    }
  }
  // Savings to which the same is moved every month has no range.
  assert(counted >= 50, `${counted}`);
});
