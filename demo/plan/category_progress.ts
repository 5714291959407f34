import { monthsBetween } from "../_calendar.ts";
import type { StoredCategory } from "../_records.ts";
import { type TargetProgress, targetProgress } from "../arithmetic/target_progress.ts";
import type { PlanFigures } from "./books.ts";

/** A month of a plan's figures, and the smallest amount of its currency. */
export interface ProgressMonth {
  readonly figures: PlanFigures;
  /** Place of the month in `figures.months`. */
  readonly index: number;
  readonly smallest: number;
}

/** Computes how far a category's target has come in a month. */
export function categoryProgress(
  { id, target }: StoredCategory,
  { figures, index, smallest }: ProgressMonth,
): TargetProgress {
  const month = figures.months[index]?.month ?? figures.firstMonth;
  const carriedInto = (at: number): number =>
    Math.max(0, figures.months[at - 1]?.categories.get(id)?.balance ?? 0);
  const indexOf = (of: string): number => monthsBetween(figures.firstMonth, of);
  return targetProgress(target, { month, currentMonth: figures.currentMonth }, {
    smallest,
    carried: carriedInto(index),
    budgeted: figures.months[index]?.categories.get(id)?.budgeted ?? 0,
    carriedInto: (start) => carriedInto(indexOf(start)),
    assignedSince: (start) => {
      let sum = 0;
      for (let at = Math.max(0, indexOf(start)); at < index; at++) {
        sum += figures.months[at]?.categories.get(id)?.budgeted ?? 0;
      }
      return sum;
    },
  });
}
