import type { SavedCategory } from "../../client/calls.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../../domain/base/plan_records.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { categoryLabel } from "../../domain/plan/category_label.ts";
import { type AvailableCategory, availableWords } from "../available_now.ts";
import type { ChangeDraft, Fields, PreviewLine, Step } from "../change.ts";

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

/** Makes the line of the preview. */
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
    ...availableAround(category.balance, assigned - category.budgeted),
  };
}

/** What a category has available before and after its assigned amount changes, in milliunits. */
export function availableAround(
  balance: number,
  difference: number,
): Pick<PreviewLine, "available_before" | "available_after"> {
  return { available_before: balance, available_after: balance + difference };
}

/** Reads a month again, and says what its changed categories have available after the change. */
export function assignedAfterwards(
  ids: readonly string[],
  { month, format, rereadMonth }: {
    readonly month: MonthRecord;
    readonly format: MoneyFormat;
    readonly rereadMonth: () => Promise<MonthRecord>;
  },
): Required<Pick<ChangeDraft, "readTargets" | "describeResult">> {
  const seen = new Map<string, AvailableCategory>();
  return {
    readTargets: async () => {
      const now = await rereadMonth();
      for (const category of now.categories) seen.set(category.id, category);
      return assignedNow(now);
    },
    // Each answer gives what its category has, or the re-read where an answer was lost; the
    // other requests leave that alone.
    describeResult: (answers) => {
      for (const { category } of answers as readonly SavedCategory[]) {
        seen.set(category.id, category);
      }
      const told = ids.flatMap((id) => seen.get(id) ?? []);
      const shown = told.map(({ id }) => id);
      const categories = [...told, ...month.categories.filter(({ id }) => !shown.includes(id))];
      const message = availableWords(shown, categories, { format, month: month.month });
      return { message, extra: {} };
    },
  };
}

/** Makes the step, with what puts it back. */
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

/** Gives what every category of a month has, for re-reading a step. */
export function assignedNow(
  { categories }: Pick<MonthRecord, "categories">,
): ReadonlyMap<string, Fields> {
  return new Map(categories.map(({ id, budgeted }) => [id, { budgeted }]));
}

/**
 * Refuses what could be begun and not be ended, or not be taken back.
 *
 * @throws {ToolError} `rate_limited`.
 */
export function refuseWithoutRoom(writes: number, free: number): void {
  if (2 * writes <= free) return;
  throw new ToolError(
    "rate_limited",
    `nothing was written, this needs ${writes} requests and its undo as many, and ${free} of ` +
      "this hour's are free: change less, or call again later",
  );
}
