import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Apply categories",
  description:
    "Assigns categories to transactions, as suggest_categories or the user says. To divide " +
    "one among several categories use split_transaction. Transfers between budget accounts " +
    "take none.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "suggest_categories", args: { limit: 10 } }],
    args: {
      assignments: [{
        transaction_id: "=suggest_categories.pending.0.transaction_id",
        category_id: "=suggest_categories.pending.0.suggestion.category_id",
      }],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    assignments: z.array(z.strictObject({
      transaction_id: reference,
      category_id: reference.nullable().describe("Id or name; null removes it"),
    })).min(1).max(200),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change, moneyFormat, utcToday }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { categoryDraft } = await import("../changes/kinds/apply_categories.ts");
  const { plan_id: planId, assignments } = input;
  const build = async (): Promise<Proposal<"updateTransactions">> => {
    const [accounts, categories, transactions] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const format = moneyFormat(planId);
    const readCategories = (): ReturnType<typeof fresh.getCategories> =>
      fresh.getCategories({ planId });
    return categoryDraft(assignments, {
      planId,
      transactions,
      accounts,
      categories,
      format,
      readCategories,
      utcToday,
    });
  };
  return await change({ build });
}
