/**
 * Proposes to approve rows, without a read: what is known of them is what earlier
 * reads have brought.
 *
 * @module
 */

import type { MoneyFormat } from "../../domain/money/money_format.ts";
import type { TransactionRecord } from "../../domain/plan/plan_records.ts";
import { quoted, referenceIndex } from "../../domain/references/reference_index.ts";
import { Refusals } from "../../domain/errors/refusals.ts";
import { ToolError } from "../../domain/errors/tool_error.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { ChangeDraft, Proposal } from "../change.ts";
import type { KnownRows } from "./_transaction_finder.ts";
import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** Transactions become unapproved again. */
export const kind: ChangeKind = {
  steps: { updateTransactions: transactionUpdate },
};

/** What an approval is made from. */
export interface ApprovalPlan {
  readonly planId: string;
  /** Rows that were read so far, however old; `null` when none were. */
  readonly known: KnownRows | null;
  /** Whether they were read so lately that nobody can have approved them since. */
  readonly isRecent: boolean;
  readonly format: MoneyFormat;
}

interface NamedRow {
  readonly id: string;
  /** `null` when it has not been read. */
  readonly row: TransactionRecord | null;
}

// A row that a schedule entered has the schedule's id and a date.
const WHOLE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:_\d{4}-\d{2}-\d{2})?$/u;

/**
 * Proposes to approve rows. All of them are sent, also those that were approved when
 * they were last read: that may be long ago.
 *
 * @param references Whole ids, or abbreviations of rows that have been read.
 * @param plan What is known.
 * @returns The change; it can be undone as far as it is known how the rows were before.
 * @throws {ToolError} `invalid_input`, naming every reference that is refused.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * const id = "0a1b2c3d-0000-4000-8000-000000000001";
 * const { draft } = approvalDraft([id, id], {
 *   planId: "p",
 *   known: null,
 *   isRecent: false,
 *   format,
 * });
 * assertEquals(draft?.summary, "Approve 1 transaction");
 * ```
 */
export function approvalDraft(
  references: readonly string[],
  { planId, known, isRecent, format }: ApprovalPlan,
): Proposal<"updateTransactions"> {
  const rows = namedRows(references, known);
  const labelled = rows.map(({ id, row }) => ({
    id,
    row,
    label: row === null ? `transaction ${id}` : transactionLabel(row, format),
  }));
  const count = transactionCount(rows.length);
  return {
    draft: {
      summary: `Approve ${count}`,
      done: `Approved ${count}`,
      rows: labelled.map(({ id, label, row }) => ({
        id,
        label,
        field: "approved",
        before: row?.approved ?? null,
        after: true,
        ...(row === null ? {} : { amount: row.amount }),
      })),
      ...undoing(rows, isRecent),
      steps: [{
        operation: "updateTransactions",
        args: { planId, transactions: rows.map(({ id }) => ({ id, approved: true })) },
        targets: labelled.map(({ id, label, row }) => ({
          id,
          label,
          // Of a row that nobody has read there is nothing to put back.
          before: row === null ? {} : { approved: row.approved },
          after: { approved: true },
        })),
      }],
    },
  };
}

/** A row that is named twice is approved once. */
function namedRows(references: readonly string[], known: KnownRows | null): readonly NamedRow[] {
  const refusals = new Refusals();
  const find = rowOf(known);
  const named = new Map<string, NamedRow>();
  for (const reference of references) {
    const found = refusals.attempt(quoted(reference), () => find(reference));
    if (found !== null) named.set(found.id, found);
  }
  refusals.throwIfAny();
  return [...named.values()];
}

function rowOf(known: KnownRows | null): (reference: string) => NamedRow {
  const { live, deletedIds } = known ?? { live: [], deletedIds: new Set<string>() };
  const hint = "find_transactions reads them again";
  const resolve = referenceIndex({ noun: "transaction", records: live, deletedIds, hint });
  const byId = new Map(live.map((row) => [row.id, row]));
  return (reference) => {
    const id = reference.trim().toLowerCase();
    if (WHOLE_ID.test(id) && !deletedIds.has(id)) return { id, row: byId.get(id) ?? null };
    if (known !== null) {
      const row = resolve(reference);
      return { id: row.id, row };
    }
    throw new ToolError(
      "not_found",
      "no transaction has been read yet that it could be short for: " +
        "call find_transactions first, or pass the whole id",
    );
  };
}

function undoing(
  rows: readonly NamedRow[],
  isRecent: boolean,
): Pick<ChangeDraft, "irreversible" | "undoRequests" | "warnings"> {
  const unread = rows.filter(({ row }) => row === null).length;
  const isWhole = unread === rows.length || !isRecent;
  const why = unread === rows.length ? "had not been read" : "had not been read just before";
  return {
    irreversible: isWhole
      ? `the transactions ${why}, so which of them were approved before is not known`
      : null,
    undoRequests: 1,
    warnings: unread === 0 || isWhole
      ? []
      : [`transactions that had not been read before: ${unread}; undoing leaves them approved`],
  };
}
