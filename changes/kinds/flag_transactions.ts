/**
 * Proposes new flags for rows.
 *
 * @module
 */

import type { MoneyFormat } from "../../domain/money/money_format.ts";
import type { TransactionRecord } from "../../domain/plan/plan_records.ts";
import { Refusals } from "../../domain/errors/refusals.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Proposal } from "../change.ts";
import { type KnownRows, rowFinder } from "./_transaction_finder.ts";
import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** Transactions get their former flags back. */
export const kind: ChangeKind = {
  steps: { updateTransactions: transactionUpdate },
};

/** Colours that a flag can have. */
export const FLAG_COLORS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;

/** One row and its new flag; `null` removes it. */
export interface AskedFlag {
  readonly transaction_id: string;
  readonly color: (typeof FLAG_COLORS)[number] | null;
}

/** What a proposal for rows is made from. */
export interface RowPlan {
  readonly planId: string;
  readonly rows: KnownRows;
  readonly format: MoneyFormat;
}

/**
 * Proposes flags; rows that have theirs already are left out.
 *
 * @param asked What was asked.
 * @param plan Fresh data of the plan.
 * @returns The change, or that there is nothing to do.
 * @throws {ToolError} `invalid_input`, naming every row that is refused.
 */
export function flagDraft(
  asked: readonly AskedFlag[],
  { planId, rows, format }: RowPlan,
): Proposal<"updateTransactions"> {
  const refusals = new Refusals();
  const find = rowFinder(rows, refusals);
  const found = asked.flatMap(({ transaction_id: reference, color }) => {
    const row = find(reference);
    return row === null || flagOf(row) === color ? [] : [{ row, color }];
  });
  refusals.throwIfAny();
  if (found.length === 0) {
    return {
      stop: { status: "nothing_to_do", message: "Every transaction has that flag already" },
    };
  }
  const count = transactionCount(found.length);
  const labelled = found.map(({ row, color }) => ({
    id: row.id,
    label: transactionLabel(row, format),
    color,
    row,
  }));
  return {
    draft: {
      summary: `Change the flag of ${count}`,
      done: `Changed the flag of ${count}`,
      rows: labelled.map(({ id, label, color, row }) => ({
        id,
        label,
        field: "flag",
        before: flagOf(row),
        after: color,
        amount: row.amount,
      })),
      warnings: [],
      steps: [{
        operation: "updateTransactions",
        args: {
          planId,
          transactions: labelled.map(({ id, color }) => ({ id, flag_color: color })),
        },
        targets: labelled.map(({ id, label, color, row }) => ({
          id,
          label,
          before: { flag_color: flagOf(row) },
          after: { flag_color: color },
        })),
      }],
      irreversible: null,
      undoRequests: 1,
    },
  };
}

/** Nothing and empty text both stand for no flag. */
function flagOf(row: TransactionRecord): string | null {
  return row.flag_color || null;
}
