import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput } from "./_change_schema.ts";
import { planId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Import transactions",
  description:
    "Imports the transactions that linked banks have ready, at once and without asking: they " +
    "wait for approval, and nothing is lost. Use it before suggest_categories or " +
    "reconcile_account.",
  profiles: ["fuller"],
  isDestructive: false,
};

export const schema = {
  input: z.strictObject({ plan_id: planId }),
  output: changeOutput.extend({ imported: z.number().optional() }),
};

export const reads = [] as const;
export const writes = ["importTransactions"] as const;

export async function handler(
  { plan_id: planId }: InputOf<typeof schema>,
  { change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { importDraft } = await import("../changes/kinds/import_transactions.ts");
  const build = (): Promise<Proposal<"importTransactions">> => Promise.resolve(importDraft(planId));
  return await change({ build, isUnconfirmed: true });
}
