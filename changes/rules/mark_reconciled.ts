import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Fields, PreviewLine, Step } from "../change.ts";
import { inRequests } from "../in_requests.ts";

/** How transactions are named and where they are. */
export interface MarkPlan {
  readonly planId: string;
  readonly format: MoneyFormat;
}

/**
 * Makes the steps that mark transactions reconciled. Each goes with `approved: true`, as
 * upstream would otherwise store it as cleared.
 */
export function markingSteps(
  transactions: readonly TransactionRecord[],
  { planId, format }: MarkPlan,
): readonly Step<"updateTransactions">[] {
  return inRequests(transactions).map((part) => {
    const mark = { cleared: "reconciled", approved: true } as const;
    return {
      operation: "updateTransactions",
      args: { planId, transactions: part.map(({ id }) => ({ id, ...mark })) },
      targets: part.map((transaction) => ({
        id: transaction.id,
        label: transactionLabel(transaction, format),
        before: marksBefore(transaction),
        after: transaction.approved ? { cleared: mark.cleared } : { ...mark },
      })),
      compensation: {
        operation: "updateTransactions",
        args: {
          planId,
          transactions: part.map((transaction) => ({
            id: transaction.id,
            ...marksBefore(transaction),
          })),
        },
      },
    };
  });
}

/** Makes the lines of the preview; a transaction that is also approved has a second one. */
export function markingLines(
  transactions: readonly TransactionRecord[],
  format: MoneyFormat,
): readonly PreviewLine[] {
  return transactions.flatMap((transaction) => {
    const { id, amount } = transaction;
    const line = { id, label: transactionLabel(transaction, format), amount };
    // What the user has named himself may not go unseen among many.
    const notable = transaction.cleared === "cleared" ? {} : { isNotable: true };
    const cleared = {
      ...line,
      ...notable,
      field: "cleared",
      before: transaction.cleared,
      after: "reconciled",
    };
    if (transaction.approved) return [cleared];
    return [cleared, { ...line, field: "approved", before: false, after: true, isNotable: true }];
  });
}

function marksBefore(
  { approved, cleared: before }: TransactionRecord,
): Fields & { readonly cleared: "cleared" | "uncleared"; readonly approved?: boolean } {
  const cleared = before === "cleared" ? "cleared" : "uncleared";
  return approved ? { cleared } : { cleared, approved: false };
}
