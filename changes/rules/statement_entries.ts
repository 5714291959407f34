import { cleanWhole, shortened } from "../../domain/base/clean_text.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { AccountRecord } from "../../domain/base/plan_records.ts";
import { payeeWords, transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { NewEntry } from "../../domain/statements/new_entries.ts";
import type { PreviewLine, Step, Target } from "../change.ts";
import type { Correction } from "./reconcile.ts";

/** Maximum length of a memo taken from a bank, in characters. */
const MAX_MEMO_LENGTH = 200;
/**
 * Number of new transactions that a question lists in full. If there are more, it shows totals and
 * only the largest ones.
 */
const MAX_SHOWN = 20;

export interface EntriesPlan {
  readonly planId: string;
  readonly account: AccountRecord;
  readonly isReconciled: boolean;
  /** Import ids by row number. */
  readonly importIds: ReadonlyMap<number, string>;
  readonly correction: Correction | null;
  readonly format: MoneyFormat;
}

export interface EnteredRows {
  /** One step; none if no row is new. */
  readonly steps: readonly Step<"createTransaction">[];
  readonly preview: readonly PreviewLine[];
}

/**
 * Enters all new rows and the correction in one request, which YNAB applies completely or not at
 * all.
 */
export function enteredRows(entries: readonly NewEntry[], plan: EntriesPlan): EnteredRows {
  const { planId, correction } = plan;
  const isNotable = entries.length <= MAX_SHOWN;
  const entered = entries.map((entry, at) => {
    const [leader, ...followers] = targetsOf(entry, at + 1, plan);
    return { entry, leader, followers };
  });
  const corrected = (correction?.step.targets ?? []).map((target) => ({ ...target, id: "new 0" }));
  const targets = [
    ...entered.flatMap(({ leader, followers }) => [leader, ...followers]),
    ...corrected,
  ];
  if (targets.length === 0) return { steps: [], preview: [] };
  const transactions = [...entered.map(({ leader }) => leader), ...corrected].map(sentFields);
  return {
    steps: [{ operation: "createTransaction", args: { planId, transactions }, targets }],
    preview: [
      ...entered.flatMap(({ entry, leader, followers }) => [
        ...linesOf(entry, leader).map((line) => ({ ...line, isNotable })),
        ...followers.map(transferLine),
      ]),
      ...(correction?.preview ?? []).map((line) => ({ ...line, id: "new 0" })),
    ],
  };
}

function targetsOf(
  { row, payee, category, transferAccount }: NewEntry,
  nth: number,
  { account, isReconciled, importIds, format }: EntriesPlan,
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
  const mirrored = {
    date,
    amount: 0 - amount,
    payee_name: `Transfer : ${account.name}`,
    account_name: transferAccount.name,
  };
  return [leader, {
    id: `new ${nth} transfer`,
    label: transactionLabel(mirrored, format),
    before: null,
    after: { account_id: transferAccount.id, date, amount: mirrored.amount },
    isFollower: true,
  }];
}

/** Leaves out fields without a value, so that YNAB chooses one. */
function sentFields({ after }: Target): Readonly<Record<string, unknown>> {
  const { transfer_account_id: _, ...fields } = after ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function linesOf(
  { row, payee, category, transferAccount }: NewEntry,
  { id, label, after }: Target,
): readonly PreviewLine[] {
  const line = { id, label, before: null, amount: row.amount, isNew: true };
  const memo = after?.["memo"] ?? null;
  // The label may contain a shortened name.
  const isInLabel = payee.name === "" || payeeWords({ payee_name: payee.name }) === payee.name;
  return [
    transferAccount === null
      ? { ...line, field: "category", after: category?.category ?? null }
      : { ...line, field: "transfer", after: transferAccount.name },
    ...(isInLabel ? [] : [{ ...line, field: "payee", after: payee.name }]),
    ...(memo === null ? [] : [{ ...line, field: "memo", after: memo }]),
    { ...line, field: "cleared", after: after?.["cleared"] ?? null },
  ];
}

/** The other side of a transfer, which YNAB enters automatically. */
export function transferLine({ id, label, after }: Target): PreviewLine {
  const amount = Number(after?.["amount"]);
  const shown = { amount, isNew: true, isNotable: true };
  return { id, label, field: "transfer", before: null, after: fromMilliunits(amount), ...shown };
}
