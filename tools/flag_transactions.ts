import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { FLAG_COLORS } from "../domain/base/plan_records.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Flag transactions",
  description:
    "Sets the flag colour of transactions, or removes it with color null, such as to mark " +
    "them for a tax return. find_transactions with flag finds them.",
  profiles: ["fuller"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "find_transactions", args: { limit: 1 } }],
    args: {
      flags: [{
        transaction_id: "=find_transactions.transactions.0.transaction_id",
        color: "red",
      }],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    flags: z.array(z.strictObject({
      transaction_id: reference,
      color: z.enum(FLAG_COLORS).nullable(),
    })).min(1).max(200),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { flagDraft } = await import("../changes/kinds/flag_transactions.ts");
  const { plan_id: planId, flags } = input;
  const build = async (): Promise<Proposal<"updateTransactions">> => {
    const transactions = await fresh.getTransactions({ planId });
    return flagDraft(flags, { planId, transactions, format: moneyFormat(planId) });
  };
  return await change({ build });
}
