import { z } from "zod";
import type { ChangeDraft, DescribedResult } from "../changes/change.ts";
import type { ImportedTransactions } from "../client/upstream_client.ts";
import { changeOutput, planInput } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Import transactions",
  description:
    "Imports new transactions from linked banks immediately and without confirmation, leaving " +
    "them unapproved. Call this before suggest_categories or reconcile_account.",
  profiles: ["fuller"],
  isDestructive: false,
};

export const schema = {
  input: planInput({}),
  output: changeOutput.extend({ imported: z.number().optional() }),
};

export const reads = [] as const;
export const writes = ["importTransactions"] as const;

export async function handler(
  { plan_id: planId }: InputOf<typeof schema>,
  { change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // The preview is empty, because the new transactions are unknown until YNAB has imported them.
  const draft: ChangeDraft<"importTransactions"> = {
    summary: "Import new transactions from linked banks",
    done: "Requested new transactions from linked banks",
    preview: [],
    warnings: [],
    steps: [{ operation: "importTransactions", args: { planId }, targets: [] }],
    irreversible: "YNAB can't reverse an import, but importing deletes nothing",
    describeResult,
    checkBeforeRetry: "use find_transactions (unapproved: true) to check what arrived",
  };
  return await change(() => Promise.resolve({ draft }), { isUnconfirmed: true });
}

function describeResult(answers: readonly unknown[]): DescribedResult {
  const { transaction_ids: ids } = answers[0] as ImportedTransactions;
  const imported = new Set(ids).size;
  const words = imported === 1
    ? "1 transaction arrived and is waiting for approval"
    : `${imported} transactions arrived and are waiting for approval`;
  const message = imported === 0
    ? "No new transactions"
    : `${words}: to list what is waiting, use find_transactions (unapproved: true)`;
  return { message, extra: { imported } };
}
