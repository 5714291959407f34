import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { followerReads } from "../changes/followers.ts";
import { FLAG_COLORS } from "../domain/plan/flag_colors.ts";
import { changeOutput, confirmation, refuseEmptyEdit, storedText } from "./_change_schema.ts";
import { amount, day, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Edit a transaction",
  description:
    "Puts one transaction right: what is left out stays, null clears. For categories of many " +
    "use apply_categories.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "find_transactions", args: { limit: 1 } }],
    args: {
      transaction_id: "=find_transactions.transactions.0.transaction_id",
      memo: "Shared with Sam",
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    transaction_id: reference,
    date: day.optional(),
    amount: amount.optional(),
    payee: storedText(200).min(1).optional().describe("Name or id; a new name makes a payee"),
    memo: storedText(500).nullable().optional(),
    account_id: reference.optional(),
    category_id: reference.nullable().optional(),
    cleared: z.enum(["cleared", "uncleared"]).optional(),
    flag: z.enum(FLAG_COLORS).nullable().optional(),
    approved: z.boolean().optional(),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getPayees", "getTransactions"] as const;
export const writes = ["updateTransaction"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, known, change, moneyFormat, utcToday }: ToolContext<
    typeof reads,
    typeof writes
  >,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { editDraft } = await import("../changes/kinds/edit_transaction.ts");
  const { plan_id: planId, transaction_id: _, confirmation: __, ...fields } = input;
  refuseEmptyEdit(fields);
  const knowledge = (): number | null => known.knowledge(planId);
  const build = async (): Promise<Proposal<"updateTransaction">> => {
    const [accounts, categories, transactions, payees] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getTransactions({ planId }),
      input.payee === undefined ? null : fresh.getPayees({ planId }),
    ]);
    return editDraft(input, {
      planId,
      accounts,
      categories,
      transactions,
      payees,
      utcToday,
      format: moneyFormat(planId),
      readFollowers: followerReads({ planId, uncached, knowledge }),
    });
  };
  return await change({ build });
}
