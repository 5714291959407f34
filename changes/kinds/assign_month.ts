import type { AssignedAmount } from "../../domain/assigning/assignable.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { categoryLabel, nameWords } from "../../domain/plan/category_label.ts";
import type { MonthRecord } from "../../domain/base/plan_records.ts";
import { findCategory } from "../../domain/references/find_category.ts";
import type { IdIndex } from "../../domain/references/id_index.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import type { Proposal } from "../change.ts";
import { assignedAfterwards, assignedLine, assignedStep } from "../rules/assigned_step.ts";
import type { WantedMonth } from "../rules/month_modes.ts";
import { refuseWithoutRoom } from "../rules/request_room.ts";

/** More than this is no month that a person could look through. */
const MOST_CATEGORIES = 60;

/** One category and the whole amount that it is to have, in milliunits. */
export interface AskedAssignment {
  readonly category_id: string;
  readonly amount: number;
}

/** What a proposal is made from. */
export interface AssignPlan {
  readonly planId: string;
  readonly month: MonthRecord;
  readonly format: MoneyFormat;
  /** Reads the month past the local copy, while the change is being written. */
  readonly rereadMonth: () => Promise<MonthRecord>;
  /** Requests that may still be sent in this hour. */
  readonly freeRequests: number;
  /** Every id that the plan has had. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

/**
 * Finds the categories that are named.
 *
 * @throws {ToolError} `invalid_input`, naming every category that is refused.
 */
export function askedAssignments(
  asked: readonly AskedAssignment[],
  { month, knownIds }: Pick<AssignPlan, "month" | "knownIds">,
): readonly AssignedAmount[] {
  const refusals = new Refusals();
  const named = new Set<string>();
  const found = asked.flatMap(({ category_id: reference, amount }): readonly AssignedAmount[] => {
    const category = refusals.attempt(quoted(reference), () =>
      findCategory(reference, {
        categories: month.categories,
        knownIds,
        insteadOfReadyToAssign: "assign amounts to categories, the rest stays there",
      }));
    if (category === null) return [];
    if (named.has(category.id)) {
      refusals.add(quoted(reference), "it is named twice: keep one of them");
    }
    named.add(category.id);
    return [{ category, assigned: amount }];
  });
  refusals.throwIfAny();
  return found;
}

/**
 * Proposes a month.
 *
 * @throws {ToolError} For more categories than are shown at once, and where this hour's
 * requests do not hold the change and its undo.
 */
export function monthDraft(wanted: WantedMonth, plan: AssignPlan): Proposal<"updateMonthCategory"> {
  const { planId, month, format } = plan;
  const changed = wanted.assignments
    .filter(({ category, assigned }) => assigned !== category.budgeted)
    // What gives comes first: in between there is never less than nothing to assign.
    .toSorted((a, b) => Number(differenceOf(a) > 0) - Number(differenceOf(b) > 0))
    .slice(0, MOST_CATEGORIES);
  const { warnings } = wanted;
  if (changed.length === 0) {
    return { stop: { status: "nothing_to_do", message: wanted.otherwise, warnings } };
  }
  refuseWithoutRoom(changed.length, plan.freeRequests);
  const of = { planId, month: month.month };
  const after = month.to_be_budgeted - sumOf(changed.map(differenceOf));
  const what = wordsFor(changed, month.month);
  return {
    draft: {
      // The verb is the same in the past.
      summary: `Set what is assigned to ${what}`,
      done: `Set what is assigned to ${what}`,
      preview: changed.map((one) => assignedLine(one, of)),
      warnings: [
        readyToAssignWords(month, { after, format }),
        ...emptiedWords(changed, format),
        ...warnings,
      ],
      steps: changed.map((one) => assignedStep(one, of)),
      irreversible: null,
      undoRequests: changed.length,
      ...assignedAfterwards(changed.map(({ category }) => category.id), plan),
      expected: {
        ready_to_assign_before: month.to_be_budgeted,
        ready_to_assign_after: after,
      },
    },
  };
}

function differenceOf({ category, assigned }: AssignedAmount): number {
  return assigned - category.budgeted;
}

function wordsFor(changed: readonly AssignedAmount[], month: string): string {
  const [only] = changed;
  const what = changed.length === 1 && only !== undefined
    ? nameWords(only.category.name)
    : `${changed.length} categories`;
  return `${what} in ${month.slice(0, 7)}`;
}

function readyToAssignWords(
  { month, to_be_budgeted: before }: MonthRecord,
  { after, format }: { readonly after: number; readonly format: MoneyFormat },
): string {
  const write = (amount: number): string => writeMoney(fromMilliunits(amount), format);
  const isTooMuch = after < 0 && after < before;
  return `Ready to Assign in ${month.slice(0, 7)} is ${write(before)} now and expected to be ` +
    `${write(after)}${isTooMuch ? ", so more would be assigned than there is" : ""}`;
}

/** Categories that would come to hold less than nothing by giving. */
function emptiedWords(
  changed: readonly AssignedAmount[],
  format: MoneyFormat,
): readonly string[] {
  const emptied = changed.filter((one) => differenceOf(one) < 0 && leftIn(one) < 0);
  return emptied.map((one) =>
    `${categoryLabel(one.category)} will have ${
      writeMoney(fromMilliunits(leftIn(one)), format)
    } available`
  );
}

function leftIn(one: AssignedAmount): number {
  return one.category.balance + differenceOf(one);
}
