import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation, storedText } from "./_change_schema.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { amount, day, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create transactions",
  description:
    "Enters past transactions into one account. Not for transfers (profile complete or " +
    "YNAB's app), future payments or what the bank imports: check find_transactions first.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  example: {
    args: {
      account_id: "Cash",
      transactions: [{
        date: "2026-11-19",
        amount: -12.5,
        payee_name: "Farmers Market",
        category_id: "Groceries",
      }],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    account_id: reference.describe("Id or name"),
    transactions: z.array(z.strictObject({
      date: day,
      amount: amount.describe("Negative is money out"),
      payee_name: storedText(200).optional(),
      category_id: reference.optional()
        .describe("Id or name; Inflow: Ready to Assign for income"),
      memo: storedText(500).optional(),
      cleared: z.enum(["cleared", "uncleared"]).default("uncleared"),
    })).min(1).max(50),
    approved: z.boolean().default(false).describe("Default false: waits for approval"),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories"] as const;
export const writes = ["createTransaction"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change, moneyFormat, utcToday }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { newTransactionsDraft } = await import("../changes/kinds/create_transactions.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"createTransaction">> => {
    const [accounts, categories] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
    ]);
    const format = moneyFormat(planId);
    const readCategories = (): ReturnType<typeof fresh.getCategories> =>
      fresh.getCategories({ planId });
    return newTransactionsDraft(input, {
      planId,
      accounts,
      categories,
      format,
      utcToday,
      readCategories,
    });
  };
  const amounts = input.transactions.map(({ date, amount, payee_name: payee }) => ({
    label: cleanText(`${date} ${payee ?? ""}`),
    amount,
  }));
  return await change({ build, amounts });
}
