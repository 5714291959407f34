import { liveLines, type TransactionRecord } from "../../domain/base/plan_records.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { TransferRow } from "../../domain/statements/comparison.ts";
import type { Fields, PreviewLine, Step, Target } from "../change.ts";
import { inRequests, pickFields, withoutNames } from "../fields.ts";
import { shownFields } from "./field_changes.ts";
import { marksFor } from "./reconcile.ts";
import { type KnownTransaction, newLines, newSide, otherSides } from "./transactions.ts";
import { type StatementState, transferLine } from "./statement_entries.ts";

/** A change to a transaction that is already in the plan. */
export interface MarkedTransaction {
  readonly transaction: TransactionRecord;
  readonly target: Target;
  readonly sent: Fields;
  /** Other sides of transfers, which YNAB changes or creates with the transaction. */
  readonly followers: readonly Target[];
}

/**
 * Marks as cleared or reconciled the transactions that the statement confirms. If the account is
 * reconciled, also marks transactions that were cleared earlier. Applies the user's decisions about
 * amounts and transfers.
 */
export function markedTransactions(
  plan: StatementState,
  refusals: Refusals,
): readonly MarkedTransaction[] {
  const { matched, combined, transfers, earlier } = plan.comparison;
  const byId = new Map(plan.transactions.map((one) => [one.id, one as KnownTransaction]));
  const marks = [
    ...matched.map(({ row, transaction, takesAmount }) => {
      const amount = takesAmount ? row.amount : transaction.amount;
      const isTaken = amount !== transaction.amount;
      if (isTaken) refusals.add(`row ${row.row}`, whyNoAmount(transaction, byId));
      const others = isTaken ? otherSides(transaction as KnownTransaction, byId) : [];
      return marked(transaction, { amount, others }, plan);
    }),
    ...[...combined.flatMap((one) => one.transactions), ...plan.isReconciled ? earlier : []]
      .map((one) => marked(one, { amount: one.amount, others: [] }, plan)),
  ].filter(({ sent }) => Object.keys(sent).length > 0);
  const converted = transfers.filter(({ isDecided }) => isDecided).map((transfer) => {
    refusals.add(`row ${transfer.row.row}`, whyNoTransfer(transfer, plan));
    return convertedTransaction(transfer, plan);
  });
  return [...marks, ...converted];
}

function marked(
  transaction: TransactionRecord,
  { amount, others }: { readonly amount: number; readonly others: readonly TransactionRecord[] },
  { isReconciled, format }: StatementState,
): MarkedTransaction {
  const { id } = transaction;
  const marks = marksFor(transaction, isReconciled ? "reconciled" : "cleared");
  const after = amount === transaction.amount ? marks : { ...marks, amount };
  return {
    transaction,
    target: {
      id,
      label: transactionLabel(transaction, format),
      before: pickFields(transaction, Object.keys(after)),
      after,
    },
    // If `approved` is missing, YNAB stores a reconciled transaction as cleared.
    sent: { ...after, ...("cleared" in marks && isReconciled ? { approved: true } : {}) },
    followers: others.map((other) => ({
      id: other.id,
      label: transactionLabel(other, format),
      before: { amount: other.amount },
      after: { amount: 0 - amount },
      isFollower: true,
    })),
  };
}

/** Converts a transaction in another account to a transfer that has the row as its other side. */
function convertedTransaction(
  { row, transaction }: TransferRow,
  { account, accounts, format }: StatementState,
): MarkedTransaction {
  const { payee_id = null, payee_name = null, category_id = null } = transaction;
  const other = accounts.find(({ id }) => id === transaction.account_id);
  const losesCategory = other?.on_budget === account.on_budget;
  const paidTo = account.transfer_payee_id ?? null;
  const { date, account_name: from } = transaction;
  const side = { account, from, date, amount: 0 - transaction.amount };
  return {
    transaction,
    target: {
      id: transaction.id,
      label: transactionLabel(transaction, format),
      before: { payee_id, payee_name, ...(losesCategory ? { category_id } : {}) },
      after: {
        payee_id: paidTo,
        payee_name: `Transfer : ${account.name}`,
        ...(losesCategory ? { category_id: null } : {}),
      },
    },
    sent: { payee_id: paidTo },
    followers: [newSide(`new transfer for row ${row.row}`, side, format)],
  };
}

/** The comparison has already rejected splits. */
function whyNoAmount(
  transaction: TransactionRecord,
  byId: ReadonlyMap<string, KnownTransaction>,
): string | null {
  const [other] = otherSides(transaction as KnownTransaction, byId);
  return transaction.transfer_account_id && (other === undefined || liveLines(other).length > 0)
    ? "the other side of this transfer is in a split transaction: change the amount in the YNAB " +
      "app, or use `match`, `new` or `skip`"
    : null;
}

function whyNoTransfer({ transaction }: TransferRow, { accounts }: StatementState): string | null {
  const other = accounts.find(({ id }) => id === transaction.account_id);
  return other === undefined || other.closed
    ? "the transaction isn't in an open account: choose another transaction, or use `new`"
    : null;
}

export function markSteps(
  marked: readonly MarkedTransaction[],
  plan: StatementState,
): readonly Step<"updateTransactions">[] {
  const { planId } = plan;
  const steps = inRequests(marked).map((part): Step<"updateTransactions"> => ({
    operation: "updateTransactions",
    args: {
      planId,
      transactions: part.map(({ target: { id }, sent }) => ({ id, ...withoutNames(sent) })),
    },
    targets: part.flatMap(({ target, followers }) => [target, ...followers]),
  }));
  const hasNewSides = marked.some(({ followers }) => newSides(followers).length > 0);
  return hasNewSides ? [...steps, sideStep(marked, plan)] : steps;
}

/**
 * Clears or reconciles the other side of each new transfer, because YNAB creates that side
 * uncleared.
 */
function sideStep(
  marked: readonly MarkedTransaction[],
  { planId, isReconciled }: StatementState,
): Step<"updateTransactions"> {
  const targets = marked.flatMap(({ transaction, followers }) => {
    // If a transfer's first side is approved, YNAB creates the other side already approved.
    const isApproving = isReconciled && !transaction.approved;
    return newSides(followers).map(({ id, label }): Target => ({
      id,
      label,
      before: { cleared: "uncleared", ...(isApproving ? { approved: false } : {}) },
      after: {
        cleared: isReconciled ? "reconciled" : "cleared",
        ...(isApproving ? { approved: true } : {}),
      },
    }));
  });
  const transactions = targets.map(({ id, after }) => ({
    id,
    ...after,
    ...(isReconciled ? { approved: true } : {}),
  }));
  return { operation: "updateTransactions", args: { planId, transactions }, targets };
}

/** Returns the other sides of new transfers, which YNAB creates automatically. */
export function newSides(followers: readonly Target[]): readonly Target[] {
  return followers.filter(({ before }) => before === null);
}

export function markLines(
  marked: readonly MarkedTransaction[],
  { isReconciled }: StatementState,
): readonly PreviewLine[] {
  return marked.flatMap(({ transaction: { amount }, target, sent, followers }) => {
    const isNotable = "amount" in sent || "payee_id" in sent;
    const linesFor = ({ id, label, before, after }: Target): readonly PreviewLine[] => {
      const { category_id: _, ...shown } = after ?? {};
      const fields = shownFields({ before: before ?? {}, after: shown }, () => null);
      return fields.map((field) => ({ id, label, amount, isNotable, ...field }));
    };
    const newLinesFor = (side: Target): readonly PreviewLine[] => {
      const { id, label } = side;
      const cleared = isReconciled ? "reconciled" : "cleared";
      return [transferLine(side), ...newLines({ id, label, isNotable: true }, { cleared })];
    };
    return [
      ...linesFor(target),
      ...followers.flatMap((one) => one.before === null ? newLinesFor(one) : linesFor(one)),
    ];
  });
}
