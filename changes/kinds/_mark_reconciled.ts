/**
 * The part of a reconciliation that marks rows.
 *
 * @module
 */

import type { MoneyFormat } from "../../domain/money/money_format.ts";
import type { TransactionRecord } from "../../domain/plan/plan_records.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { ChangeRow, Fields, Step } from "../change.ts";
import { inRequests } from "../in_requests.ts";

/** How rows are named and where they are. */
export interface MarkPlan {
  readonly planId: string;
  readonly format: MoneyFormat;
}

/**
 * Makes the steps that mark rows reconciled. Each row goes with `approved: true`, as
 * upstream would otherwise store it as cleared.
 *
 * @param rows Rows that the bank has, cleared or not.
 * @param plan Where they are.
 * @returns One step for each request, with what puts it back.
 */
export function markingSteps(
  rows: readonly TransactionRecord[],
  { planId, format }: MarkPlan,
): readonly Step<"updateTransactions">[] {
  return inRequests(rows).map((part) => {
    const mark = { cleared: "reconciled", approved: true } as const;
    return {
      operation: "updateTransactions",
      args: { planId, transactions: part.map(({ id }) => ({ id, ...mark })) },
      targets: part.map((row) => ({
        id: row.id,
        label: transactionLabel(row, format),
        before: marksBefore(row),
        after: row.approved ? { cleared: mark.cleared } : { ...mark },
      })),
      compensation: {
        operation: "updateTransactions",
        args: { planId, transactions: part.map((row) => ({ id: row.id, ...marksBefore(row) })) },
      },
    };
  });
}

/**
 * Makes the lines of the preview; a row that is also approved has a second one.
 *
 * @param rows Rows that the bank has, cleared or not.
 * @param format How the plan writes money.
 * @returns Lines in the order of the rows.
 */
export function markingRows(
  rows: readonly TransactionRecord[],
  format: MoneyFormat,
): readonly ChangeRow[] {
  return rows.flatMap((row) => {
    const { id, amount } = row;
    const line = { id, label: transactionLabel(row, format), amount };
    // What the user has named himself may not go unseen among many.
    const notable = row.cleared === "cleared" ? {} : { isNotable: true };
    const cleared = {
      ...line,
      ...notable,
      field: "cleared",
      before: row.cleared,
      after: "reconciled",
    };
    if (row.approved) return [cleared];
    return [cleared, { ...line, field: "approved", before: false, after: true, isNotable: true }];
  });
}

function marksBefore(
  { approved, cleared: before }: TransactionRecord,
): Fields & { readonly cleared: "cleared" | "uncleared"; readonly approved?: boolean } {
  const cleared = before === "cleared" ? "cleared" : "uncleared";
  return approved ? { cleared } : { cleared, approved: false };
}
