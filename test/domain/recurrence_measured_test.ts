import { assert } from "@std/assert";
import { heavyPlan } from "../../demo/heavy.ts";
import { payeeIndexOf } from "../../domain/payee_index.ts";
import type { TransactionRecord } from "../../domain/plan_records.ts";
import { recurringSeries } from "../../domain/recurrence.ts";
import { type GeneratedPlan, generatedPlan } from "./_generated_series.ts";
import { householdWithSeries } from "./_household_series.ts";
import { liveRows } from "./_live_rows.ts";
import { raisesTold, type SeriesScore, seriesScore } from "./_series_score.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const LEAST = 0.95;
const PLANS = SEEDS.map(generatedPlan);
const HOUSEHOLDS = ["2026-02-03", "2026-11-20", "2027-06-30"]
  .map((today) => householdWithSeries(today, 1));

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(7);
}

function line(name: string, { found, wrong, missed, precision, recall }: SeriesScore): string {
  return `${name.padEnd(34)} precision ${percent(precision)}  recall ${percent(recall)}  ` +
    `(${found} found, ${wrong.length} wrong, ${missed.length} missed)`;
}

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
    for (const [at, score] of scores.entries()) {
      print(line(`seed ${SEEDS[at]}, ${lookbackMonths} months`, score));
      assert(score.precision >= 0.9 && score.recall >= 0.9);
    }
    const all = summed(scores);
    print(line(`all seeds, ${lookbackMonths} months`, all));
    assert(all.precision >= LEAST && all.recall >= LEAST);
  });

  Deno.test(`recurringSeries() finds what recurs in the household in ${lookbackMonths} months`, () => {
    const scores = HOUSEHOLDS.map((plan) => scored(plan, lookbackMonths));
    for (const [at, score] of scores.entries()) {
      print(line(`household on ${HOUSEHOLDS[at]?.today}, ${lookbackMonths} months`, score));
    }
    const all = summed(scores);
    assert(all.precision >= LEAST && all.recall >= LEAST);
  });
}

Deno.test("recurringSeries() tells the price rises of generated series", () => {
  const told = PLANS.map((plan) => {
    const series = recurringSeries(plan.rows, { today: plan.today, lookbackMonths: 36 });
    return raisesTold(plan, series, 36);
  });
  const count = (name: "right" | "missed" | "invented"): number =>
    told.reduce((sum, one) => sum + one[name], 0);
  const [right, missed, invented] = [count("right"), count("missed"), count("invented")];
  print(`price rises: ${right} told, ${missed} missed, ${invented} invented`);
  assert(right / (right + missed) >= 0.7);
  assert(right / (right + invented) >= 0.7);
});

Deno.test("recurringSeries() takes a few plain passes over 100,000 rows", () => {
  const today = "2026-11-20";
  const rows = liveRows(heavyPlan({ today, transactions: 100_000 }));
  payeeIndexOf(rows);
  const pass = quickest(() => plainPass(rows));
  for (const lookbackMonths of [13, 36]) {
    const took = quickest(() => recurringSeries(rows, { today, lookbackMonths }));
    print(
      `${rows.length} rows, ${lookbackMonths} months: ${(took / pass).toFixed(1)} plain passes ` +
        `(${took.toFixed(1)} ms of ${pass.toFixed(1)} ms)`,
    );
    // Twice what it should take, since other tests run at the same time.
    assert(took < 10 * pass);
  }
});

function plainPass(rows: readonly TransactionRecord[]): number {
  const visits = new Map<string, number>();
  let recent = 0;
  for (const row of rows) {
    if (row.date >= "2025-10-20" && row.account_id !== "house") recent++;
    const payee = row.payee_id ?? "";
    visits.set(payee, (visits.get(payee) ?? 0) + 1);
  }
  return recent + visits.size;
}

/** Milliseconds of the quickest of some runs: the others were disturbed. */
function quickest(run: () => unknown): number {
  let least = Infinity;
  for (let time = 0; time < 15; time++) {
    const began = performance.now();
    run();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
