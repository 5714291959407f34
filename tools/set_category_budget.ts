/**
 * Sets what is assigned to a category in a month.
 *
 * @module
 */

import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { parseMonth } from "../domain/calendar/day.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { amount, month, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Set a category's budget",
  description: "Sets what is assigned to a category in one month, to the whole amount given (not " +
    "by how much it changes), from or to Ready to Assign, which it tells before and " +
    "after. Its target stays as it is.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  isIdempotent: true,
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    month,
    category_id: reference.describe("Id or name"),
    amount: amount.describe("Whole amount to be assigned"),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getPlanMonth"] as const;
export const writes = ["updateMonthCategory"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, direct, known, change, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { assignedNow } = await import("../changes/kinds/_assigned_step.ts");
  const { availableWords, readyToAssignNow } = await import("../changes/available_now.ts");
  const { budgetDraft } = await import("../changes/kinds/set_category_budget.ts");
  const { plan_id: planId } = input;
  const of = { planId, month: parseMonth(input.month, today) ?? input.month };
  const build = async (): Promise<Proposal<"updateMonthCategory">> => {
    const month = await fresh.getPlanMonth(of);
    const knownIds = known.ids(planId);
    const format = moneyFormat(planId);
    const { draft, stop } = budgetDraft(input, { planId, month, format, knownIds });
    if (stop !== undefined) return { stop };
    return {
      draft: {
        ...draft,
        look: async () => assignedNow(await direct.getPlanMonth(of)),
        afterwards: async () => {
          const now = await fresh.getPlanMonth(of);
          const ids = draft.rows.map(({ id }) => id);
          const available = availableWords(ids, now.categories, { format, month: of.month });
          return `${available}. ${readyToAssignNow(now, format)}`;
        },
      },
    };
  };
  return await change({ build });
}
