import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation, storedText } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Rename payees",
  description:
    "Renames payees, such as a bank's label to the shop's name; their transactions show it too. " +
    "To make one payee of several use merge_payees.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_payees", args: { limit: 1 } }],
    args: {
      renames: [{ payee_id: "=list_payees.payees.0.payee_id", name: "Corner Coffee" }],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    renames: z.array(z.strictObject({
      payee_id: reference.describe("Id or name"),
      name: storedText(200).min(1),
    })).min(1).max(50),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getPayees", "getTransactions"] as const;
export const writes = ["updatePayee"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { payeeNamesDraft } = await import("../changes/kinds/rename_payees.ts");
  const { plan_id: planId, renames } = input;
  const build = async (): Promise<Proposal<"updatePayee">> => {
    const [payees, { live: transactions }] = await Promise.all([
      fresh.getPayees({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const rereadPayees = (): ReturnType<typeof uncached.getPayees> =>
      uncached.getPayees({ planId });
    return payeeNamesDraft(renames, { planId, payees, transactions, rereadPayees });
  };
  return await change({ build });
}
