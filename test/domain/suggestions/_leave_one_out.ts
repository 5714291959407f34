import { calibratedConfidence } from "../../../domain/suggestions/suggestions.ts";
import { categoryUses, usesNear } from "../../../domain/suggestions/category_history.ts";
import {
  type LikeliestCategory,
  likeliestCategory,
} from "../../../domain/suggestions/category_odds.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";

/** What is measured with. */
export interface MeasuredPlan {
  readonly name: string;
  /** Live rows. */
  readonly rows: readonly TransactionRecord[];
  /** Categories whose uses count. */
  readonly teaching: ReadonlySet<string>;
  /** Categories that may be suggested. */
  readonly choosable: ReadonlySet<string>;
  /** Category that a generated row was meant for, by row id. */
  readonly meant?: ReadonlyMap<string, string>;
}

/** A prediction and what came of it. */
export interface Prediction {
  /** The model's, before calibration. */
  readonly probability: number;
  readonly confidence: number;
  /** Whether the category is the one that the row was booked in. */
  readonly isRight: boolean;
  /** Whether it is the one that the row was meant for; noise is not. */
  readonly isMeant: boolean;
  /** Whether the row itself is booked where it was not meant. */
  readonly isNoise: boolean;
}

/** Predictions, and how many rows could have had one. */
export interface Measured {
  readonly name: string;
  readonly predictions: readonly Prediction[];
  /** Rows whose payee was seen before, whether or not a category was found. */
  readonly suggestible: number;
}

/** Whether rows of the same day and later ones are known. */
export type View = "whole history" | "earlier rows";

/** Predicts every row of a plan whose category could be suggested, from all others. */
export function leaveOneOut(plan: MeasuredPlan, view: View = "whole history"): Measured {
  const predictions: Prediction[] = [];
  let suggestible = 0;
  for (const group of payeeIndexOf(plan.rows).groups) {
    for (const [at, row] of group.transactions.entries()) {
      if (!isMeasured(row, plan)) continue;
      const day = group.days[at] ?? 0;
      const others: typeof group.visitSince = (since, visit) =>
        group.visitSince(since, (chunk, place, on) => {
          const isKnown = view === "whole history" || on < day;
          return !isKnown || chunk.at(place) === row ? undefined : visit(chunk, place, on);
        });
      const uses = categoryUses({ visitSince: others }, plan.teaching);
      if (uses.length === 0) continue;
      suggestible += 1;
      const asked = { day, account: row.account_id, amount: row.amount };
      const found = likeliestCategory(usesNear(uses, day), asked);
      if (found === null || !plan.choosable.has(found.category)) continue;
      const count = uses.filter(({ category }) => category === found.category).length;
      predictions.push(predictionOf(row, { ...found, uses: count }, plan));
    }
  }
  return { name: plan.name, predictions, suggestible };
}

function predictionOf(
  row: TransactionRecord,
  { category, probability, uses }: LikeliestCategory & { readonly uses: number },
  { meant: plan }: MeasuredPlan,
): Prediction {
  const meant = plan?.get(row.id) ?? row.category_id;
  return {
    probability,
    confidence: calibratedConfidence(probability, uses),
    isRight: category === row.category_id,
    isMeant: category === meant,
    isNoise: meant !== row.category_id,
  };
}

function isMeasured(row: TransactionRecord, { choosable }: MeasuredPlan): boolean {
  return (row.transfer_account_id ?? null) === null && choosable.has(row.category_id ?? "") &&
    row.subtransactions.every((line) => line.deleted);
}
