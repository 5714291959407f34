import type { SavedCategory } from "../../client/upstream_client.ts";
import type { AssignedAmount } from "../../domain/assigning/proposals.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { parseMonth } from "../../domain/base/month.ts";
import type { MonthRecord } from "../../domain/base/plan_records.ts";
import { categoryLabel } from "../../domain/plan/category_label.ts";
import type { IdIndex } from "../../domain/references/resolve_reference.ts";
import type { Reads } from "../../sync/plan/reads.ts";
import { type AvailableCategory, availableWords } from "../available_now.ts";
import type { ChangeDraft, Fields, Step } from "../change.ts";
import { type FieldChange, fieldDraft, type FieldDraftOptions, targetOf } from "./field_changes.ts";

export interface MonthPlan {
  readonly planId: string;
  readonly month: MonthRecord;
  readonly format: MoneyFormat;
  /** All ids that the plan has ever had. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

export interface MonthReads {
  readonly fresh: Pick<Reads, "getPlanMonth">;
  readonly known: { readonly ids: (planId: string) => Pick<IdIndex, "sharing"> };
  readonly moneyFormat: (planId: string) => MoneyFormat;
  readonly today: string;
}

export async function readMonthPlan(
  { plan_id: planId, month }: { readonly plan_id: string; readonly month: string },
  { fresh, known, moneyFormat, today }: MonthReads,
): Promise<MonthPlan> {
  const of = { planId, month: parseMonth(month, today) ?? month };
  return {
    planId,
    month: await fresh.getPlanMonth(of),
    format: moneyFormat(planId),
    knownIds: known.ids(planId),
  };
}

/** Drafts a change of assigned amounts, one request per category. */
export function assignedDraft(
  assignments: readonly AssignedAmount[],
  { planId, month: { month } }: MonthPlan,
  options: Omit<FieldDraftOptions<"updateMonthCategory">, "steps">,
): ChangeDraft<"updateMonthCategory"> {
  const changes = assignments.map((one) => assignedChange(one, month));
  return fieldDraft(changes, {
    steps: changes.map((one) => assignedStep(one, { planId, month })),
    ...options,
  });
}

function assignedChange({ category, assigned }: AssignedAmount, month: string): FieldChange {
  const difference = assigned - category.budgeted;
  return {
    id: category.id,
    label: `${categoryLabel(category)}, ${month.slice(0, 7)}`,
    before: { budgeted: category.budgeted },
    after: { budgeted: assigned },
    lines: [{
      field: "assigned",
      before: fromMilliunits(category.budgeted),
      after: fromMilliunits(assigned),
      amount: difference,
      available_before: category.balance,
      available_after: category.balance + difference,
    }],
  };
}

function assignedStep(
  change: FieldChange,
  { planId, month }: { readonly planId: string; readonly month: string },
): Step<"updateMonthCategory"> {
  const request = (
    { budgeted }: Fields,
  ): NonNullable<Step<"updateMonthCategory">["compensation"]> => ({
    operation: "updateMonthCategory",
    args: { planId, month, categoryId: change.id, category: { budgeted: Number(budgeted) } },
  });
  return {
    ...request(change.after),
    targets: [targetOf(change)],
    compensation: request(change.before),
  };
}

/** Describes what the changed categories have available, without another request. */
export function describeAvailable(
  ids: readonly string[],
  { month, format }: MonthPlan,
): NonNullable<ChangeDraft["describeResult"]> {
  return (answers, reread) => {
    // Each response, or the re-read after a lost response, contains only its own category, and
    // later requests don't change that category's amount.
    const saved = (answers as readonly SavedCategory[]).map(({ category }) => category);
    const read = [...reread.values(), ...saved] as readonly AvailableCategory[];
    const seen = new Map(read.map((one) => [one.id, one]));
    const changed = ids.flatMap((id) => seen.get(id) ?? []);
    const shown = changed.map(({ id }) => id);
    const categories = [...changed, ...month.categories.filter(({ id }) => !shown.includes(id))];
    const message = availableWords(shown, categories, { format, month: month.month });
    return { message, extra: {} };
  };
}

export function readyToAssignWords(
  { month, to_be_budgeted: before }: MonthRecord,
  after: number,
  format: MoneyFormat,
): string {
  const write = (amount: number): string => writeMoney(fromMilliunits(amount), format);
  const isTooMuch = after < 0 && after < before;
  return `Ready to Assign in ${month.slice(0, 7)} is ${write(before)} now and expected to be ` +
    `${write(after)}${isTooMuch ? ", so more would be assigned than you have" : ""}`;
}

/** Warns if moving money makes a category's amount negative. */
export function emptiedWords(
  { category, assigned }: AssignedAmount,
  label: string,
  format: MoneyFormat,
): readonly string[] {
  const difference = assigned - category.budgeted;
  const left = category.balance + difference;
  if (difference >= 0 || left >= 0) return [];
  return [`${label} will have ${writeMoney(fromMilliunits(left), format)} available`];
}
