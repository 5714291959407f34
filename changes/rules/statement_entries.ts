import { cleanWhole, shortened } from "../../domain/base/clean_text.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import type { AccountRecord, TransactionRecord } from "../../domain/base/plan_records.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Comparison } from "../../domain/statements/comparison.ts";
import type { NewEntry } from "../../domain/statements/new_entries.ts";
import type { PreviewLine, Step, Target } from "../change.ts";
import { sentOnCreation } from "../fields.ts";
import type { JournalEntry } from "../journal.ts";
import type { Correction, CorrectionPlan } from "./reconcile.ts";
import { longPayee, newLines, newSide } from "./transactions.ts";

/** Maximum length of a memo from a bank, in characters. */
const MAX_MEMO_LENGTH = 200;
/** A confirmation question lists new transactions in full if there are no more than this many. */
const MAX_SHOWN = 20;

/** The plan that contains a statement's account, with all its live accounts and transactions. */
export interface StatementPlan extends Omit<CorrectionPlan, "today"> {
  readonly accounts: readonly AccountRecord[];
  readonly transactions: readonly TransactionRecord[];
  /** The plan's journal, which also has the import ids of transactions that were deleted later. */
  readonly entries: readonly JournalEntry[];
}

/** A plan, and how a statement changes it. */
export interface StatementState extends StatementPlan {
  readonly comparison: Comparison;
  /** The rows that the comparison found to be new, as they will be entered. */
  readonly newEntries: readonly NewEntry[];
  readonly isReconciled: boolean;
  /**
   * Why the transactions are only marked as cleared even though the call asked to reconcile them.
   */
  readonly whyNot: string | null;
  readonly correction: Correction | null;
}

type ImportIds = ReadonlyMap<number, string>;

/** Enters everything in one request, which YNAB applies completely or not at all. */
export function enteredRows(
  { planId, newEntries: entries, correction, ...state }: StatementState,
  importIds: ImportIds,
): {
  readonly steps: readonly Step<"createTransaction">[];
  readonly preview: readonly PreviewLine[];
} {
  const isNotable = entries.length <= MAX_SHOWN;
  const entered = entries.map((entry, at) => {
    const [leader, ...followers] = targetsOf(entry, at + 1, { ...state, importIds });
    return { entry, leader, followers };
  });
  const corrected = correction?.step.targets ?? [];
  const targets = [
    ...entered.flatMap(({ leader, followers }) => [leader, ...followers]),
    ...corrected,
  ];
  if (targets.length === 0) return { steps: [], preview: [] };
  const transactions = [...entered.map(({ leader }) => leader), ...corrected]
    .map(({ after }) => sentOnCreation(after ?? {}));
  return {
    steps: [{ operation: "createTransaction", args: { planId, transactions }, targets }],
    preview: [
      ...entered.flatMap(({ entry, leader, followers }) => [
        ...linesOf(entry, leader).map((line) => ({ ...line, isNotable })),
        ...followers.map(transferLine),
      ]),
      ...correction?.preview ?? [],
    ],
  };
}

function targetsOf(
  { row, payee, category, transferAccount }: NewEntry,
  nth: number,
  { account, isReconciled, importIds, format }:
    & Pick<StatementState, "account" | "isReconciled" | "format">
    & { readonly importIds: ImportIds },
): readonly [Target, ...Target[]] {
  const { date, amount } = row;
  const importId = importIds.get(row.row);
  const labeled = { date, amount, payee_name: payee.name, account_name: account.name };
  const leader: Target = {
    id: `new ${nth}`,
    label: transactionLabel(labeled, format),
    before: null,
    after: {
      account_id: account.id,
      date,
      amount,
      ...(payee.id === null ? { payee_name: payee.name || null } : { payee_id: payee.id }),
      ...(transferAccount === null ? {} : { transfer_account_id: transferAccount.id }),
      category_id: category?.category_id ?? null,
      memo: shortened(cleanWhole(row.memo ?? ""), MAX_MEMO_LENGTH) || null,
      cleared: isReconciled ? "reconciled" : "cleared",
      approved: isReconciled,
      ...(importId === undefined ? {} : { import_id: importId }),
    },
  };
  if (transferAccount === null) return [leader];
  const side = { account: transferAccount, from: account.name, date, amount: 0 - amount };
  return [leader, newSide(`new ${nth} transfer`, side, format)];
}

function linesOf(
  { row, payee, category, transferAccount }: NewEntry,
  { id, label, after }: Target,
): readonly PreviewLine[] {
  const fields = {
    category: transferAccount === null ? category?.category ?? null : undefined,
    transfer: transferAccount?.name,
    payee: longPayee(payee.name, payee.name),
    memo: after?.["memo"] ?? undefined,
    cleared: after?.["cleared"],
  };
  return newLines({ id, label, amount: row.amount }, fields, []);
}

/** The other side of a transfer, which YNAB enters automatically. */
export function transferLine({ id, label, after }: Target): PreviewLine {
  const amount = Number(after?.["amount"]);
  const shown = { amount, isNew: true, isNotable: true };
  return { id, label, field: "transfer", before: null, after: fromMilliunits(amount), ...shown };
}
