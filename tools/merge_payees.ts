import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Merge payees",
  description:
    "Gives all transactions of some payees to another one, such as spellings of one shop that " +
    "list_payees shows as like it. The emptied payees stay listed.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_payees", args: { text: "amzn" } }],
    args: {
      into_payee_id: "Amazon",
      payee_ids: ["=list_payees.payees.0.payee_id"],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    into_payee_id: reference.describe("Id or name of the one that stays"),
    payee_ids: z.array(reference).min(1).max(20).describe("Ids or names"),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getPayees", "getScheduledTransactions", "getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { mergeDraft } = await import("../changes/kinds/merge_payees.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"updateTransactions">> => {
    const [payees, { live: schedules }, { live: transactions }] = await Promise.all([
      fresh.getPayees({ planId }),
      fresh.getScheduledTransactions({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const format = moneyFormat(planId);
    return mergeDraft(input, { planId, payees, schedules, transactions, format });
  };
  return await change({ build });
}
