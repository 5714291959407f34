import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { parseMonth } from "../domain/base/month.ts";
import { assignedOutput, confirmation } from "./_change_schema.ts";
import { amount, month, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Set a category's budget",
  description:
    "Sets the total assigned to a category in one month (not the change), from or to Ready " +
    "to Assign, which it shows before and after. The target stays the same.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: {
    args: { month: "current", category_id: "Dining Out", amount: 600 },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    month,
    category_id: reference.describe("Id or name"),
    amount: amount.describe("New total assigned"),
    confirmation,
  }),
  output: assignedOutput,
};

export const reads = ["getPlanMonth"] as const;
export const writes = ["updateMonthCategory"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, known, change, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { budgetDraft } = await import("../changes/kinds/set_category_budget.ts");
  const { plan_id: planId } = input;
  const of = { planId, month: parseMonth(input.month, today) ?? input.month };
  const build = async (): Promise<Proposal<"updateMonthCategory">> =>
    budgetDraft(input, {
      planId,
      month: await fresh.getPlanMonth(of),
      format: moneyFormat(planId),
      knownIds: known.ids(planId),
      readMonth: () => fresh.getPlanMonth(of),
      rereadMonth: () => uncached.getPlanMonth(of),
    });
  return await change({ build });
}
