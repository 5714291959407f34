import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ServerView, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Approve transactions",
  description:
    "Approves transactions at once, without asking: no amount or category changes. Use it " +
    "for those that find_transactions with unapproved shows and the user accepts.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  isIdempotent: true,
  example: {
    follows: "find_transactions",
    lookUps: [{ tool: "find_transactions", args: { unapproved: true, limit: 2 } }],
    args: {
      transaction_ids: [
        "=find_transactions.transactions.0.transaction_id",
        "=find_transactions.transactions.1.transaction_id",
      ],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    transaction_ids: z.array(reference).min(1).max(500),
  }),
  output: changeOutput,
};

export const reads = [] as const;
export const writes = ["updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
  { lastTransactions }: ServerView,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { approvalDraft } = await import("../changes/kinds/approve_transactions.ts");
  const { plan_id: planId, transaction_ids: references } = input;
  const build = async (): Promise<Proposal<"updateTransactions">> => {
    const { transactions, areRecent } = await lastTransactions(planId);
    return approvalDraft(references, {
      planId,
      known: transactions,
      isRecent: areRecent,
      format: moneyFormat(planId),
    });
  };
  return await change({ build, isUnconfirmed: true });
}
