import { assert } from "@std/assert";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";
import { type RecurringSeries, recurringSeries } from "../../../domain/recurrence/recurrence.ts";
import { type GeneratedPlan, generatedPlan, type TrueSeries } from "./_generated_series.ts";

const PLANS = Array.from({ length: 10 }, (_, at) => generatedPlan(at + 1));
const LEAST = 0.95;

type Series = RecurringSeries<TransactionRecord>;

interface Score {
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
  /** Price increases: found, missed and found where there is none. */
  readonly increases: readonly [right: number, missed: number, invented: number];
}

/** Whether payee, direction and cadence are right and the price is within a fifth. */
function isSame(truth: TrueSeries, one: Series): boolean {
  return normalisePayee(truth.payee) === one.payeeKey && truth.direction === one.direction &&
    truth.cadence === one.due.rhythm.cadence &&
    Math.abs(one.price.current - truth.price) <= truth.price / 5;
}

/**
 * Scores a plan's series. Those that go on but were paid too rarely in the lookback to be seen
 * (fewer than three times, yearly ones than twice) count neither way.
 */
function scoreOf({ today, rows, series: truths }: GeneratedPlan, lookbackMonths: number): Score {
  const series = recurringSeries(rows, { today, lookbackMonths });
  const since = addMonths(today, -lookbackMonths);
  const left = new Set(series);
  let [found, missed] = [0, 0];
  const increases: [number, number, number] = [0, 0, 0];
  const isDue = ({ hasEnded, cadence, rows }: TrueSeries): boolean =>
    !hasEnded && rows.filter(({ date }) => date >= since).length >= (cadence === "yearly" ? 2 : 3);
  // What may go either way is matched last, so that it takes nothing from the others.
  for (const truth of truths.toSorted((a, b) => Number(isDue(b)) - Number(isDue(a)))) {
    const match = [...left].find((one) => isSame(truth, one));
    if (match !== undefined) left.delete(match);
    if (!isDue(truth)) continue;
    if (match === undefined) {
      missed++;
      continue;
    }
    found++;
    const { raise } = truth;
    const { change } = match.price;
    const days = truth.rows.map(({ date }) => date).filter((date) => date >= since);
    const paidBefore = days.filter((date) => date < (raise?.since ?? "")).length;
    const isSeen = raise !== null && paidBefore >= 3 && days.length - paidBefore >= 3;
    const isRight = isSeen && change !== null &&
      Math.abs(change.before - raise.before) <= raise.before * 0.1 &&
      Math.abs(change.after - raise.after) <= raise.after * 0.1;
    if (isSeen) increases[isRight ? 0 : 1]++;
    else if (change !== null && raise === null) increases[2]++;
  }
  const hasEnded = (one: Series): boolean =>
    truths.some((truth) => truth.hasEnded && isSame(truth, one));
  const wrong = series.filter((one) => left.has(one) || hasEnded(one)).length;
  return { found, missed, wrong, increases };
}

for (const lookbackMonths of [13, 36]) {
  Deno.test(`recurringSeries() finds 95 % of generated series in ${lookbackMonths} months`, () => {
    const scores = PLANS.map((plan) => scoreOf(plan, lookbackMonths));
    const sum = (of: (score: Score) => number): number =>
      scores.reduce((total, score) => total + of(score), 0);
    const found = sum((score) => score.found);
    const [right, missed, invented] = [0, 1, 2].map((at) =>
      sum(({ increases }) => increases[at] ?? 0)
    ) as [number, number, number];
    assert(found / (found + sum((score) => score.wrong)) >= LEAST, JSON.stringify(scores));
    assert(found / (found + sum((score) => score.missed)) >= LEAST, JSON.stringify(scores));
    if (lookbackMonths < 36) return;
    assert(right / (right + missed) >= 0.7 && right / (right + invented) >= 0.7, `${right}`);
  });
}
