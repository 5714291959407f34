import { availableInMonth } from "../changes/available_now.ts";
import type { Proposal } from "../changes/change.ts";
import {
  assignedDraft,
  emptiedWords,
  type MonthPlan,
  nothingToDo,
  readMonthPlan,
  readyToAssignWords,
} from "../changes/rules/field_changes.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { writeMoney } from "../domain/base/money_format.ts";
import { nameAmong } from "../domain/plan/category_label.ts";
import { findCategory } from "../domain/references/find_record.ts";
import { amount, assignedOutput, changeInput, month, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Set a category's budget",
  description: "Sets the total (not the change) assigned to a category in one month; " +
    "shows Ready to Assign before and after. Doesn't change targets.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: { args: { month: "current", category_id: "Dining Out", amount: 600 } },
};

export const schema = {
  input: changeInput({
    month,
    category_id: reference.describe("Id or name"),
    amount: amount.describe("New total assigned"),
  }),
  output: assignedOutput,
};

export const reads = ["getPlanMonth"] as const;
export const writes = ["updateMonthCategory"] as const;

type Input = InputOf<typeof schema>;
type Context = ToolContext<typeof reads, typeof writes>;

export async function handler(
  input: Input,
  context: Context,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () =>
    budgetDraft(input, await readMonthPlan(input, context), context)
  );
}

function budgetDraft(
  { category_id: reference, amount }: Input,
  plan: MonthPlan,
  { fresh }: Pick<Context, "fresh">,
): Proposal<"updateMonthCategory"> {
  const { month, format } = plan;
  const category = findCategory(reference, {
    categories: month.categories,
    knownIds: plan.knownIds,
    insteadOfReadyToAssign: "assign an amount to a category; the rest stays in Ready to Assign",
  });
  const name = nameAmong(category, month.categories);
  const money = writeMoney(fromMilliunits(amount), format);
  const when = month.month.slice(0, 7);
  if (category.budgeted === amount) {
    return nothingToDo(`${name} already has ${money} assigned in ${when}`);
  }
  const assignment = { category, assigned: amount };
  const left = month.to_be_budgeted - (amount - category.budgeted);
  const draft = assignedDraft([assignment], plan, {
    verb: "Set",
    what: `the amount assigned to ${name} in ${when} to ${money}`,
    warnings: [
      readyToAssignWords(month, left, format),
      ...emptiedWords(assignment, name, format),
    ],
  });
  const source = { planId: plan.planId, fresh, format: () => format };
  return { draft: { ...draft, afterwards: () => availableInMonth(draft, source) } };
}
