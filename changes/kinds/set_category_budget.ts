import { nameWords } from "../../domain/plan/category_label.ts";
import { findCategory } from "../../domain/references/find_category.ts";
import type { IdIndex } from "../../domain/references/id_index.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import type { MonthRecord } from "../../domain/base/plan_records.ts";
import { availableWords, readyToAssignNow } from "../available_now.ts";
import { assignedLine, assignedNow, assignedStep } from "../rules/assigned_step.ts";
import type { Proposal } from "../change.ts";

/** One category and the whole amount that it is to have. */
export interface AskedBudget {
  readonly category_id: string;
  /** Milliunits. */
  readonly amount: number;
}

/** What a proposal for a month is made from. */
export interface MonthPlan {
  readonly planId: string;
  readonly month: MonthRecord;
  readonly format: MoneyFormat;
  /** Reads the month once more after the change. */
  readonly readMonth: () => Promise<MonthRecord>;
  /** Reads it past the local copy, while the change is being written. */
  readonly rereadMonth: () => Promise<MonthRecord>;
  /** Every id that the plan has had. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

/**
 * Proposes an assigned amount.
 *
 * @throws {ToolError} For a category that can't have money.
 */
export function budgetDraft(
  { category_id: reference, amount }: AskedBudget,
  plan: MonthPlan,
): Proposal<"updateMonthCategory"> {
  const { planId, month, format, knownIds, readMonth, rereadMonth } = plan;
  const category = findCategory(reference, {
    categories: month.categories,
    knownIds,
    insteadOfReadyToAssign: "assign an amount to a category, the rest stays there",
  });
  const money = writeMoney(fromMilliunits(amount), format);
  const when = month.month.slice(0, 7);
  if (category.budgeted === amount) {
    const message = `${nameWords(category.name)} is assigned ${money} in ${when} already`;
    return { stop: { status: "nothing_to_do", message } };
  }
  const assignment = { category, assigned: amount };
  const of = { planId, month: month.month };
  const difference = amount - category.budgeted;
  // The verb is the same in the past.
  const sentence = `Set what is assigned to ${nameWords(category.name)} in ${when} to ${money}`;
  return {
    draft: {
      summary: sentence,
      done: sentence,
      preview: [assignedLine(assignment, of)],
      warnings: [
        readyToAssignWords(month, { difference, format }),
        ...emptiedWords(category, { taken: -difference, format }),
      ],
      steps: [assignedStep(assignment, of)],
      irreversible: null,
      undoRequests: 1,
      readTargets: async () => assignedNow(await rereadMonth()),
      afterwards: async () => {
        const now = await readMonth();
        const available = availableWords([category.id], now.categories, {
          format,
          month: of.month,
        });
        return `${available}. ${readyToAssignNow(now, format)}`;
      },
    },
  };
}

/** Warns that a category will hold less than nothing. */
export function emptiedWords(
  { name, balance }: { readonly name: string; readonly balance: number },
  { taken, format }: { readonly taken: number; readonly format: MoneyFormat },
): readonly string[] {
  if (taken <= 0 || balance - taken >= 0) return [];
  const left = writeMoney(fromMilliunits(balance - taken), format);
  return [`${nameWords(name)} will have ${left} available`];
}

function readyToAssignWords(
  { month, to_be_budgeted: left }: MonthRecord,
  { difference, format }: { readonly difference: number; readonly format: MoneyFormat },
): string {
  const write = (amount: number): string => writeMoney(fromMilliunits(amount), format);
  const expected = left - difference;
  const isTooMuch = difference > 0 && expected < 0;
  return `Ready to Assign in ${month.slice(0, 7)} is ${write(left)} now and expected to be ` +
    `${write(expected)}${isTooMuch ? ", so more would be assigned than there is" : ""}`;
}
