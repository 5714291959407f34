import { addMonths } from "../../../domain/base/month.ts";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { RecurringSeries } from "../../../domain/recurrence/recurrence.ts";
import type { GeneratedPlan, TrueSeries } from "./_generated_series.ts";

/** How much of what is true was found, and of what was found is true. */
export interface SeriesScore {
  readonly found: number;
  readonly missed: readonly TrueSeries[];
  readonly wrong: readonly RecurringSeries<TransactionRecord>[];
  readonly precision: number;
  readonly recall: number;
}

/**
 * Scores series. One is found when its payee, direction and cadence are right and the
 * price is within a fifth. Series that go on but were paid too rarely in the
 * lookback to be seen (fewer than three times, yearly ones than twice) count neither
 * way.
 */
export function seriesScore(
  plan: GeneratedPlan,
  series: readonly RecurringSeries<TransactionRecord>[],
  lookbackMonths: number,
): SeriesScore {
  const since = addMonths(plan.today, -lookbackMonths);
  const isDue = ({ hasEnded, cadence, rows }: TrueSeries): boolean =>
    !hasEnded &&
    rows.filter(({ date }) => date >= since).length >= (cadence === "yearly" ? 2 : 3);
  const left = new Set(series);
  const missed: TrueSeries[] = [];
  let found = 0;
  // What may go either way is matched last, so that it takes nothing from the others.
  const ordered = plan.series.toSorted((a, b) => Number(isDue(b)) - Number(isDue(a)));
  for (const truth of ordered) {
    const match = [...left].find((one) => isSame(truth, one));
    if (match !== undefined) left.delete(match);
    if (!isDue(truth)) continue;
    if (match === undefined) missed.push(truth);
    else found++;
  }
  const hasEnded = (one: RecurringSeries<TransactionRecord>): boolean =>
    plan.series.some((truth) => truth.hasEnded && isSame(truth, one));
  const wrong = series.filter((one) => left.has(one) || hasEnded(one));
  return {
    found,
    missed,
    wrong,
    precision: found / Math.max(1, found + wrong.length),
    recall: found / Math.max(1, found + missed.length),
  };
}

function isSame(truth: TrueSeries, one: RecurringSeries<TransactionRecord>): boolean {
  return normalisePayee(truth.payee) === one.payeeKey && truth.direction === one.direction &&
    truth.cadence === one.due.rhythm.cadence &&
    Math.abs(one.price.current - truth.price) <= truth.price / 5;
}

/** Price increases within the lookback: true positives, misses and false positives. */
export function raisesTold(
  plan: GeneratedPlan,
  series: readonly RecurringSeries<TransactionRecord>[],
  lookbackMonths: number,
): { readonly right: number; readonly missed: number; readonly invented: number } {
  const since = addMonths(plan.today, -lookbackMonths);
  let [right, missed, invented] = [0, 0, 0];
  for (const truth of plan.series) {
    const one = series.find((each) => isSame(truth, each));
    if (one === undefined || truth.hasEnded) continue;
    const { change } = one.price;
    const days = ({ rows }: TrueSeries): string[] =>
      rows.map(({ date }) => date).filter((date) => date >= since).sort();
    // A rise can be seen where payments before and after it are in the lookback.
    const isSeen = truth.raise !== null &&
      days(truth).filter((date) => date < (truth.raise?.since ?? "")).length >= 3 &&
      days(truth).filter((date) => date >= (truth.raise?.since ?? "")).length >= 3;
    const isRight = isSeen && change !== null && truth.raise !== null &&
      Math.abs(change.before - truth.raise.before) <= truth.raise.before * 0.1 &&
      Math.abs(change.after - truth.raise.after) <= truth.raise.after * 0.1;
    if (isRight) right++;
    else if (isSeen) missed++;
    else if (change !== null && truth.raise === null) invented++;
  }
  return { right, missed, invented };
}
