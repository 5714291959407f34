import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Delete transactions",
  description:
    "Deletes transactions, such as doubles; the other side of a transfer goes too. To put one " +
    "right use edit_transaction.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "find_transactions", args: { limit: 1 } }],
    args: { transaction_ids: ["=find_transactions.transactions.0.transaction_id"] },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    transaction_ids: z.array(reference).min(1).max(50),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["deleteTransaction"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change, moneyFormat, utcToday }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { deletionDraft } = await import("../changes/kinds/delete_transactions.ts");
  const { plan_id: planId, transaction_ids: asked } = input;
  const build = async (): Promise<Proposal<"deleteTransaction">> => {
    const [accounts, categories, transactions] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const draft = deletionDraft(asked, {
      planId,
      accounts,
      categories,
      transactions,
      utcToday,
      format: moneyFormat(planId),
    });
    return { draft };
  };
  return await change({ build });
}
