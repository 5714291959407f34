import { assert } from "@std/assert";
import { householdPlan } from "../../../demo/household.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { allSteps } from "../../../domain/base/all_steps.ts";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import { type Forecast, forecastInSteps } from "../../../domain/forecast/forecast.ts";
import type { ForecastPlan } from "../../../domain/forecast/forecast_outlook.ts";
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

/** The demo household as a client reads it. */
async function householdOn(today: string): Promise<ForecastPlan> {
  const plan = householdPlan({ today, seed: 1 });
  const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(`${today}T12:00:00Z`) });
  const read = async <Data>(path: string): Promise<Data> => {
    const answer = await upstream.fetch(`https://demo/v1/plans/${plan.id}/${path}`, {
      headers: { authorization: "Bearer demo-token" },
    });
    return (await answer.json()).data;
  };
  type Groups = readonly Pick<ForecastPlan, "categories">[];
  const { accounts } = await read<Pick<ForecastPlan, "accounts">>("accounts");
  const { transactions: rows } = await read<{ transactions: ForecastPlan["transactions"] }>(
    "transactions?since_date=1990-01-01",
  );
  const { scheduled_transactions: schedules } = await read<{
    scheduled_transactions: ForecastPlan["schedules"];
  }>("scheduled_transactions");
  const { category_groups: groups } = await read<{ category_groups: Groups }>("categories");
  return {
    accounts,
    transactions: rows,
    schedules,
    categories: groups.flatMap(({ categories }) => categories),
  };
}

for (const today of ["2026-11-20", "2027-06-30"]) {
  Deno.test(`forecastInSteps() expects the middle of its range for any accounts in the household on ${today}`, async () => {
    const plan = await householdOn(today);
    const cash = plan.accounts.filter(({ on_budget, closed, type }) =>
      on_budget && !closed && ["checking", "savings", "cash"].includes(type)
    );
    let counted = 0;
    for (const accounts of subsetsOf(cash)) {
      const forecast = allSteps(forecastInSteps(plan, {
        accountIds: new Set(accounts.map(({ id }) => id)),
        today,
        until: addMonths(today, MONTHS_AHEAD, 1),
      }));
      counted += assertCentred(forecast, accounts.map(({ name }) => name).join(", "));
    }
    assert(counted === 31, `${counted}`);
  });
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
