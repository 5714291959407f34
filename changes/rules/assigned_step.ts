/**
 * The step that assigns money to a category in a month, and the line of the preview
 * about it.
 *
 * @module
 */

import { categoryLabel } from "../../domain/plan/category_label.ts";
import { fromMilliunits } from "../../domain/money/money.ts";
import type { MonthCategoryRecord, MonthRecord } from "../../domain/plan/plan_records.ts";
import type { Fields, PreviewLine, Step } from "../change.ts";

/** What a category is to have in a month. */
export interface Assignment {
  readonly category: MonthCategoryRecord;
  /** Milliunits, the whole amount. */
  readonly assigned: number;
}

/** Which month of which plan. */
export interface MonthOfPlan {
  readonly planId: string;
  /** `YYYY-MM-01`. */
  readonly month: string;
}

/**
 * Makes the line of the preview.
 *
 * @param assignment What the category is to have.
 * @param of Which month.
 * @returns Amounts as decimals.
 */
export function assignedLine(
  { category, assigned }: Assignment,
  { month }: Pick<MonthOfPlan, "month">,
): PreviewLine {
  return {
    id: category.id,
    label: `${categoryLabel(category)}, ${month.slice(0, 7)}`,
    field: "assigned",
    before: fromMilliunits(category.budgeted),
    after: fromMilliunits(assigned),
    amount: assigned - category.budgeted,
  };
}

/**
 * Makes the step, with what puts it back.
 *
 * @param assignment What the category is to have.
 * @param of Which month.
 * @returns One request with an absolute amount.
 */
export function assignedStep(
  { category, assigned }: Assignment,
  { planId, month }: MonthOfPlan,
): Step<"updateMonthCategory"> {
  const args = { planId, month, categoryId: category.id };
  return {
    operation: "updateMonthCategory",
    args: { ...args, category: { budgeted: assigned } },
    targets: [{
      id: category.id,
      label: `${categoryLabel(category)}, ${month.slice(0, 7)}`,
      before: { budgeted: category.budgeted },
      after: { budgeted: assigned },
    }],
    compensation: {
      operation: "updateMonthCategory",
      args: { ...args, category: { budgeted: category.budgeted } },
    },
  };
}

/**
 * Gives what every category of a month has, for re-reading a step.
 *
 * @param month The month as it is now.
 * @returns The assigned amount by category id.
 */
export function assignedNow(
  { categories }: Pick<MonthRecord, "categories">,
): ReadonlyMap<string, Fields> {
  return new Map(categories.map(({ id, budgeted }) => [id, { budgeted }]));
}
