import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import { quoted, referenceIndex } from "../../domain/references/reference_index.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { ChangeDraft, Proposal } from "../change.ts";
import type { KnownTransactions } from "../rules/transaction_finder.ts";

/** What an approval is made from. */
export interface ApprovalPlan {
  readonly planId: string;
  /** Transactions that were read so far, however old; `null` when none were. */
  readonly known: KnownTransactions | null;
  /** Whether they were read so lately that nobody can have approved them since. */
  readonly isRecent: boolean;
  readonly format: MoneyFormat;
}

interface NamedTransaction {
  readonly id: string;
  /** `null` when it has not been read. */
  readonly transaction: TransactionRecord | null;
}

// A transaction that a schedule entered has the schedule's id and a date.
const WHOLE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:_\d{4}-\d{2}-\d{2})?$/u;

/**
 * Proposes to approve transactions. All of them are sent, also those that were approved when
 * they were last read: that may be long ago.
 *
 * @throws {ToolError} `invalid_input`, naming every reference that is refused.
 */
export function approvalDraft(
  references: readonly string[],
  { planId, known, isRecent, format }: ApprovalPlan,
): Proposal<"updateTransactions"> {
  const transactions = namedTransactions(references, known);
  const labelled = transactions.map(({ id, transaction }) => ({
    id,
    transaction,
    label: transaction === null ? `transaction ${id}` : transactionLabel(transaction, format),
  }));
  const wasApproved = (transaction: TransactionRecord | null): boolean =>
    isRecent && transaction?.approved === true;
  const already = transactions.filter((one) => wasApproved(one.transaction)).length;
  const changed = transactionCount(transactions.length - already);
  return {
    draft: {
      summary: `Approve ${transactionCount(transactions.length)}`,
      done: `Approved ${changed}${already === 0 ? "" : `; approved already: ${already}`}`,
      preview: labelled.map(({ id, label, transaction }) => ({
        id,
        label,
        field: "approved",
        before: transaction?.approved ?? "not known",
        after: true,
        ...(transaction === null ? {} : { amount: transaction.amount }),
      })),
      ...undoing(transactions, isRecent),
      steps: [{
        operation: "updateTransactions",
        args: { planId, transactions: transactions.map(({ id }) => ({ id, approved: true })) },
        targets: labelled.map(({ id, label, transaction }) => ({
          id,
          label,
          // Of a transaction that nobody has read there is nothing to put back.
          before: transaction === null ? {} : { approved: transaction.approved },
          after: { approved: true },
        })),
      }],
    },
  };
}

/** A transaction that is named twice is approved once. */
function namedTransactions(
  references: readonly string[],
  known: KnownTransactions | null,
): readonly NamedTransaction[] {
  const refusals = new Refusals();
  const find = transactionOf(known);
  const named = new Map<string, NamedTransaction>();
  for (const reference of references) {
    const found = refusals.attempt(quoted(reference), () => find(reference));
    if (found !== null) named.set(found.id, found);
  }
  refusals.throwIfAny();
  return [...named.values()];
}

function transactionOf(known: KnownTransactions | null): (reference: string) => NamedTransaction {
  const { live, deletedIds } = known ?? { live: [], deletedIds: new Set<string>() };
  const hint = "find_transactions reads them again";
  const resolve = referenceIndex({ noun: "transaction", records: live, deletedIds, hint });
  const byId = new Map(live.map((transaction) => [transaction.id, transaction]));
  return (reference) => {
    const id = reference.trim().toLowerCase();
    if (WHOLE_ID.test(id) && !deletedIds.has(id)) return { id, transaction: byId.get(id) ?? null };
    if (known !== null) {
      const transaction = resolve(reference);
      return { id: transaction.id, transaction };
    }
    throw new ToolError(
      "not_found",
      "no transaction has been read yet that it could be short for: " +
        "call find_transactions first, or pass the whole id",
    );
  };
}

function undoing(
  transactions: readonly NamedTransaction[],
  isRecent: boolean,
): Pick<ChangeDraft, "irreversible" | "undoRequests" | "warnings"> {
  const unread = transactions.filter(({ transaction }) => transaction === null).length;
  const isWhole = unread === transactions.length || !isRecent;
  const why = unread === transactions.length
    ? "had not been read"
    : "had not been read just before";
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
