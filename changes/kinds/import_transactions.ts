import type { ImportedTransactions } from "../../client/calls.ts";
import type { DescribedResult, Proposal } from "../change.ts";

/** Proposes the import. What comes in is known only afterwards. */
export function importDraft(planId: string): Proposal<"importTransactions"> {
  return {
    draft: {
      summary: "Import what the linked banks have ready",
      done: "Asked the banks of linked accounts for new transactions",
      preview: [],
      warnings: [],
      steps: [{ operation: "importTransactions", args: { planId }, targets: [] }],
      irreversible: "YNAB has no way to send transactions back to the bank; nothing is lost by it",
      undoRequests: 0,
      describeResult,
      checkBeforeRetry: "find_transactions with unapproved has shown what came in",
    },
  };
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
