/**
 * What categories have once a change has been undone.
 *
 * @module
 */

import type { MoneyFormat } from "../../domain/money/money_format.ts";
import { availableWords } from "../available_now.ts";
import { readyToAssignNow } from "../kinds/set_category_budget.ts";
import type { Step } from "../change.ts";
import type { RecordSource } from "./current_records.ts";

/** Where to read, and how the plan writes money. */
export interface UndoneSource extends RecordSource {
  readonly format: MoneyFormat;
}

/**
 * Reads what the categories have that undoing touched, and Ready to Assign where it moved.
 *
 * @param steps What undid the change.
 * @param source Where to read.
 * @returns Sentences; empty when no category had a part in it.
 */
export async function availableAfterUndo(
  steps: readonly Step[],
  { planId, fresh, format }: UndoneSource,
): Promise<string> {
  const assigned = steps.flatMap((step) => step.operation === "updateMonthCategory" ? [step] : []);
  const [first] = assigned;
  if (first !== undefined) {
    const { month } = first.args;
    const now = await fresh.getPlanMonth({ planId, month });
    const ids = assigned.flatMap(({ targets }) => targets.map(({ id }) => id));
    const available = `${availableWords(ids, now.categories, { format, month })}.`;
    // Between two categories money moves without it.
    return assigned.length > 1 ? available : `${available} ${readyToAssignNow(now, format)}`;
  }
  const touched = steps.flatMap(({ targets }) =>
    targets.flatMap(({ before, after }) => [before?.["category_id"], after?.["category_id"]])
  ).filter((id) => typeof id === "string");
  if (touched.length === 0) return "";
  const words = availableWords(touched, (await fresh.getCategories({ planId })).live, { format });
  return words === "" ? "" : `${words}.`;
}
