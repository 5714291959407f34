import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Delete a schedule",
  description:
    "Deletes a scheduled transaction, so that it does not come again; what it has entered " +
    "stays. To change one use edit_scheduled_transaction.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_scheduled_transactions", args: {} }],
    args: { scheduled_id: "=list_scheduled_transactions.occurrences.0.scheduled_id" },
  },
};

export const schema = {
  input: z.strictObject({ plan_id: planId, scheduled_id: reference, confirmation }),
  output: changeOutput,
};

export const reads = ["getScheduledTransactions"] as const;
export const writes = ["deleteScheduledTransaction"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { scheduleDeletionDraft } = await import(
    "../changes/kinds/delete_scheduled_transaction.ts"
  );
  const { plan_id: planId, scheduled_id: reference } = input;
  const build = async (): Promise<Proposal<"deleteScheduledTransaction">> => {
    const schedules = await fresh.getScheduledTransactions({ planId });
    const draft = scheduleDeletionDraft(reference, {
      planId,
      schedules,
      format: moneyFormat(planId),
      rereadSchedules: () => uncached.getScheduledTransactions({ planId }),
    });
    return { draft };
  };
  return await change({ build });
}
