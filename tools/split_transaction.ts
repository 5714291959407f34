import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation, storedText } from "./_change_schema.ts";
import { amount, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Split a transaction",
  description:
    "Splits one transaction into lines with different categories. This can't be undone: YNAB " +
    "can't change a split. For a single category use apply_categories.",
  profiles: ["fuller", "reduced"],
  example: {
    lookUps: [{ tool: "find_transactions", args: { category_ids: ["Groceries"], limit: 1 } }],
    args: {
      transaction_id: "=find_transactions.transactions.0.transaction_id",
      lines: [
        { amount: -7.4, category_id: "Groceries" },
        { amount: -4.5, category_id: "Household Goods", memo: "Soap" },
      ],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    transaction_id: reference,
    lines: z.array(z.strictObject({
      amount: amount.describe("Signed like the transaction; all lines add up to it"),
      category_id: reference.describe("Id or name"),
      memo: storedText(500).optional(),
    })).min(2).max(50),
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
  const { splitDraft } = await import("../changes/kinds/split_transaction.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"updateTransactions">> => {
    const [accounts, categories, transactions] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const format = moneyFormat(planId);
    const readCategories = (): ReturnType<typeof fresh.getCategories> =>
      fresh.getCategories({ planId });
    return splitDraft(input, {
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
