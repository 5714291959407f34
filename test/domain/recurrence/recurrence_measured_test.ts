import { assert } from "@std/assert";
import { recurringSeries } from "../../../domain/recurrence/recurrence.ts";
import { type GeneratedPlan, generatedPlan } from "./_generated_series.ts";
import { householdWithSeries } from "./_household_series.ts";
import { raisesTold, type SeriesScore, seriesScore } from "./_series_score.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const LEAST = 0.95;
const PLANS = SEEDS.map(generatedPlan);
const HOUSEHOLDS = ["2026-02-03", "2026-11-20", "2027-06-30"]
  .map((today) => householdWithSeries(today, 1));

function scored(plan: GeneratedPlan, lookbackMonths: number): SeriesScore {
  const series = recurringSeries(plan.rows, { today: plan.today, lookbackMonths });
  return seriesScore(plan, series, lookbackMonths);
}

function summed(scores: readonly SeriesScore[]): SeriesScore {
  const found = scores.reduce((sum, one) => sum + one.found, 0);
  const missed = scores.flatMap((one) => one.missed);
  const wrong = scores.flatMap((one) => one.wrong);
  const precision = found / (found + wrong.length);
  return { found, missed, wrong, precision, recall: found / (found + missed.length) };
}

for (const lookbackMonths of [13, 36]) {
  Deno.test(`recurringSeries() finds 95 % of generated series in ${lookbackMonths} months`, () => {
    const scores = PLANS.map((plan) => scored(plan, lookbackMonths));
    for (const score of scores) assert(score.precision >= 0.9 && score.recall >= 0.9);
    const all = summed(scores);
    assert(all.precision >= LEAST && all.recall >= LEAST);
  });

  Deno.test(`recurringSeries() finds recurring payments in the household in ${lookbackMonths} months`, () => {
    const scores = HOUSEHOLDS.map((plan) => scored(plan, lookbackMonths));
    const all = summed(scores);
    assert(all.precision >= LEAST && all.recall >= LEAST);
  });
}

Deno.test("recurringSeries() finds price increases in generated series", () => {
  const told = PLANS.map((plan) => {
    const series = recurringSeries(plan.rows, { today: plan.today, lookbackMonths: 36 });
    return raisesTold(plan, series, 36);
  });
  const count = (name: "right" | "missed" | "invented"): number =>
    told.reduce((sum, one) => sum + one[name], 0);
  const [right, missed, invented] = [count("right"), count("missed"), count("invented")];
  assert(right / (right + missed) >= 0.7);
  assert(right / (right + invented) >= 0.7);
});
