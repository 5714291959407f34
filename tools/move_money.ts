import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { parseMonth } from "../domain/base/month.ts";
import { assignedOutput, confirmation } from "./_change_schema.ts";
import { month, planId, positiveAmount, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Move money",
  description:
    "Moves assigned money from one category to another in one month, both sides or neither. " +
    "To take from or return to Ready to Assign use set_category_budget.",
  profiles: ["fuller"],
  isIdempotent: false,
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
  input: z.strictObject({
    plan_id: planId,
    month,
    from_category_id: reference.describe("Id or name"),
    to_category_id: reference.describe("Id or name"),
    amount: positiveAmount,
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
  const { moveDraft } = await import("../changes/kinds/move_money.ts");
  const { plan_id: planId } = input;
  const of = { planId, month: parseMonth(input.month, today) ?? input.month };
  const build = async (): Promise<Proposal<"updateMonthCategory">> => ({
    draft: moveDraft(input, {
      planId,
      month: await fresh.getPlanMonth(of),
      format: moneyFormat(planId),
      knownIds: known.ids(planId),
      rereadMonth: () => uncached.getPlanMonth(of),
    }),
  });
  return await change({ build });
}
