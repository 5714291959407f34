import type { ChangeDraft } from "../changes/change.ts";
import {
  assignedDraft,
  describeAvailable,
  emptiedWords,
  type MonthPlan,
  readMonthPlan,
} from "../changes/rules/field_changes.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { writeMoney } from "../domain/base/money_format.ts";
import type { MonthCategoryRecord } from "../domain/base/plan_records.ts";
import { invalidInput, Refusals } from "../domain/base/tool_error.ts";
import { nameAmong } from "../domain/plan/category_label.ts";
import { findCategory } from "../domain/references/find_record.ts";
import { assignedOutput, changeInput, month, positiveAmount, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Move money",
  description:
    "Moves a month's assigned money between categories; set_category_budget moves it to or from " +
    "Ready to Assign. Records entries and plans in YNAB. It cannot pay, transfer or trade real " +
    "money.",
  profiles: ["fuller"],
  example: {
    args: {
      month: "current",
      from_category_id: "Groceries",
      to_category_id: "Dining Out",
      amount: 40,
    },
  },
};

export const schema = {
  input: changeInput({
    month,
    from_category_id: reference.describe("Id or name"),
    to_category_id: reference.describe("Id or name"),
    amount: positiveAmount,
  }),
  output: assignedOutput,
};

export const reads = ["getPlanMonth"] as const;
export const writes = ["updateMonthCategory"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () => ({
    draft: moveDraft(input, await readMonthPlan(input, context)),
  }));
}

/**
 * YNAB's API has no request that moves money, so a move takes two requests. The first request
 * reduces the amount assigned to the source category, so that an interrupted move leaves the money
 * in Ready to Assign instead of assigning it twice. `OPERATIONS` defines how an interrupted move is
 * resolved and undone.
 */
function moveDraft(input: Input, plan: MonthPlan): ChangeDraft<"updateMonthCategory"> {
  const { amount } = input;
  const { month, format } = plan;
  const { from, to } = sides(input, plan);
  const giving = { category: from, assigned: from.budgeted - amount };
  const taking = { category: to, assigned: to.budgeted + amount };
  const money = writeMoney(fromMilliunits(amount), format);
  const nameOf = (one: MonthCategoryRecord): string => nameAmong(one, month.categories);
  return assignedDraft([giving, taking], plan, {
    verb: "Move",
    past: "Moved",
    what: `${money} from ${nameOf(from)} to ${nameOf(to)} in ${month.month.slice(0, 7)}`,
    warnings: emptiedWords(giving, nameOf(from), format),
    describeResult: describeAvailable([from.id, to.id], plan),
  });
}

function sides(
  input: Input,
  { month, knownIds }: MonthPlan,
): { readonly from: MonthCategoryRecord; readonly to: MonthCategoryRecord } {
  const refusals = new Refusals("argument");
  const find = (name: "from_category_id" | "to_category_id"): MonthCategoryRecord | null =>
    refusals.attempt(name, () =>
      findCategory(input[name], {
        categories: month.categories,
        knownIds,
        insteadOfReadyToAssign:
          "to move money to or from Ready to Assign, use set_category_budget with the category's " +
          "new total",
      }));
  const found = [find("from_category_id"), find("to_category_id")] as const;
  const [from, to] = [refusals.passed(found[0]), refusals.passed(found[1])];
  if (from.id === to.id) {
    throw invalidInput(
      "from_category_id and to_category_id are the same category: choose two different ones",
    );
  }
  return { from, to };
}
