import { nameWords } from "../../domain/plan/category_label.ts";
import { findCategory } from "../../domain/references/find_category.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { writeMoney } from "../../domain/base/money_format.ts";
import type { MonthCategoryRecord } from "../../domain/base/plan_records.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { assignedAfterwards, assignedLine, assignedStep } from "../rules/assigned_step.ts";
import { emptiedWords, type MonthPlan } from "./set_category_budget.ts";
import type { ChangeDraft } from "../change.ts";

/** From where to where, and how much. */
export interface AskedMove {
  readonly from_category_id: string;
  readonly to_category_id: string;
  /** Milliunits above zero. */
  readonly amount: number;
}

/** What a move is made from: either side's answer gives what is to be said afterwards. */
export type MovePlan = Omit<MonthPlan, "readMonth">;

/**
 * Proposes a move. Upstream has no request for it: the source gives first, so that
 * a change that is cut short has never assigned the same money twice.
 *
 * @throws {ToolError} For categories that can't give or take money.
 */
export function moveDraft(
  asked: AskedMove,
  plan: MovePlan,
): ChangeDraft<"updateMonthCategory"> {
  const { planId, month, format } = plan;
  const { amount } = asked;
  const { from, to } = sides(asked, plan);
  const of = { planId, month: month.month };
  const assignments = [
    { category: from, assigned: from.budgeted - amount },
    { category: to, assigned: to.budgeted + amount },
  ];
  const money = writeMoney(fromMilliunits(amount), format);
  const names = `from ${nameWords(from.name)} to ${nameWords(to.name)}`;
  const what = `${money} ${names} in ${month.month.slice(0, 7)}`;
  return {
    summary: `Move ${what}`,
    done: `Moved ${what}`,
    preview: assignments.map((one) => assignedLine(one, of)),
    warnings: emptiedWords(from, { taken: amount, format }),
    steps: assignments.map((one) => assignedStep(one, of)),
    irreversible: null,
    undoRequests: 2,
    ...assignedAfterwards([from.id, to.id], plan),
  };
}

function sides(
  asked: AskedMove,
  { month, knownIds }: MovePlan,
): { readonly from: MonthCategoryRecord; readonly to: MonthCategoryRecord } {
  const refusals = new Refusals("argument");
  const find = (name: "from_category_id" | "to_category_id"): MonthCategoryRecord | null =>
    refusals.attempt(name, () =>
      findCategory(asked[name], {
        categories: month.categories,
        knownIds,
        insteadOfReadyToAssign:
          "set_category_budget moves money between it and a category, by the whole amount " +
          "that the category is to have",
      }));
  const found = [find("from_category_id"), find("to_category_id")] as const;
  const [from, to] = [refusals.passed(found[0]), refusals.passed(found[1])];
  if (from.id === to.id) {
    throw new ToolError(
      "invalid_input",
      "from_category_id and to_category_id are the same category: name two",
    );
  }
  return { from, to };
}
