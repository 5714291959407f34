import { z } from "zod";
import type { ChangeDraft, DescribedResult } from "../changes/change.ts";
import type { ImportedTransactions } from "../client/calls.ts";
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
  // What comes in is known only afterwards.
  const draft: ChangeDraft<"importTransactions"> = {
    summary: "Import what the linked banks have ready",
    done: "Asked the banks of linked accounts for new transactions",
    preview: [],
    warnings: [],
    steps: [{ operation: "importTransactions", args: { planId }, targets: [] }],
    irreversible: "YNAB has no way to send transactions back to the bank; nothing is lost by it",
    undoRequests: 0,
    describeResult,
    checkBeforeRetry: "find_transactions with unapproved has shown what came in",
  };
  return await change({ build: () => Promise.resolve({ draft }), isUnconfirmed: true });
}

function describeResult(answers: readonly unknown[]): DescribedResult {
  const { transaction_ids: ids } = answers[0] as ImportedTransactions;
  const imported = new Set(ids).size;
  const words = imported === 1
    ? "1 transaction came in and waits"
    : `${imported} transactions came in and wait`;
  const message = imported === 0
    ? "None was waiting"
    : `${words} for approval: find_transactions with unapproved shows what is waiting`;
  return { message, extra: { imported } };
}
