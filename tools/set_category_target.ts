import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { TARGET_FREQUENCIES } from "../domain/targets/target_request.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { day, planId, positiveAmount, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Set a category's target",
  description:
    "Sets a category's target: an amount, due by a date or repeating at a frequency; amount " +
    "null removes the target. To assign money use set_category_budget.",
  profiles: ["fuller"],
  isDestructive: true,
  isIdempotent: true,
  example: {
    args: { category_id: "Coffee", amount: 60, frequency: "monthly" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    category_id: reference.describe("Id or name"),
    amount: positiveAmount.nullable(),
    by_date: day.optional().describe("Not with frequency"),
    frequency: z.enum(TARGET_FREQUENCIES).optional(),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["updateCategory"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { targetDraft } = await import("../changes/kinds/set_category_target.ts");
  const { plan_id: planId, category_id: category, amount, by_date: byDate, frequency } = input;
  refuseContradiction(input);
  const asked = { category, amount, byDate, frequency };
  const build = async (): Promise<Proposal<"updateCategory">> =>
    targetDraft(asked, {
      planId,
      categories: await fresh.getCategories({ planId }),
      rereadCategories: () => uncached.getCategories({ planId }),
      format: moneyFormat(planId),
      today,
    });
  return await change({ build, amounts: amount === null ? [] : [{ label: "amount", amount }] });
}

function refuseContradiction({ amount, by_date: byDate, frequency }: InputOf<typeof schema>): void {
  if (byDate !== undefined && frequency !== undefined) {
    throw new ToolError(
      "invalid_input",
      "a target has a by_date or a frequency, not both: leave one out",
    );
  }
  if (amount !== null || (byDate === undefined && frequency === undefined)) return;
  throw new ToolError(
    "invalid_input",
    "amount null removes the target, so nothing else goes with it: give an amount, or leave " +
      "by_date and frequency out",
  );
}
