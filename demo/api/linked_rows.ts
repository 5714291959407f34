import type { DemoPlan } from "../model/demo_plan.ts";
import {
  hasLiveLines,
  plainLine,
  plainRow,
  type StoredAccount,
  type StoredSplitLine,
  type StoredTransaction,
} from "../model/records.ts";
import type { LinePlace } from "../model/rows.ts";
import type { Fields } from "./call.ts";
import {
  type CategoryPlace,
  chosenPayee,
  MEMO_LIMIT,
  requestedCategory,
  storedCategory,
  transferTarget,
} from "./row_rules.ts";

/** Properties of a transaction that affect its split lines. */
export interface SplitRow extends CategoryPlace {
  readonly amount: number;
  /** Whether rename rules apply. */
  readonly isImport: boolean;
}

export function checkSplittable(
  { account, transferTo }: CategoryPlace,
  fields: Fields,
): void {
  if (!account.on_budget) throw fields.refuse("splits are not allowed on tracking accounts");
  if (transferTo?.on_budget) {
    throw fields.refuse("splits are not allowed on transfers between on-budget accounts");
  }
}

/** Reads split lines from a body. Transfer lines have no mirror transaction yet. */
export function readLines(
  items: readonly Fields[],
  row: SplitRow,
  fields: Fields,
): StoredSplitLine[] {
  checkSplittable(row, fields);
  const sum = items.reduce((total, item) => total + lineAmount(item), 0);
  if (sum !== row.amount) {
    throw fields.refuse("amount must equal the sum of subtransaction amounts");
  }
  return items.map((item) => readLine(item, row));
}

/** Stores split lines and creates the mirror transactions of transfers. */
export function storeLines(
  row: StoredTransaction,
  lines: readonly StoredSplitLine[],
  plan: DemoPlan,
): void {
  plan.changeRow(row, {
    category_id: null,
    lines: lines.map((line) => addLineMirror(row, line, plan)),
  });
}

function readLine(item: Fields, row: SplitRow): StoredSplitLine {
  const payee = chosenPayee(item, row.isImport) ?? null;
  const transferTo = transferTarget(payee, row.account, item);
  if (transferTo !== null && row.transferTo !== null) {
    throw item.refuse("a line of a transfer must not be a transfer");
  }
  return plainLine({
    id: crypto.randomUUID(),
    amount: lineAmount(item),
    memo: item.text("memo", MEMO_LIMIT) ?? null,
    payee_id: payee?.id ?? null,
    category_id: storedCategory(requestedCategory(item) ?? null, { ...row, transferTo }, item),
    transfer_account_id: transferTo?.id ?? null,
  });
}

function lineAmount(item: Fields): number {
  return item.required(item.amount("amount"), "subtransaction amount");
}

const LOANS: ReadonlySet<string> = new Set([
  "mortgage",
  "autoLoan",
  "studentLoan",
  "personalLoan",
  "medicalDebt",
  "otherDebt",
]);

/** The other side of a transfer: a transaction, or one of its split lines. */
export interface Partner {
  readonly row: StoredTransaction;
  readonly line: StoredSplitLine | null;
}

/** Finds a transfer's other side; `null` if it is deleted or doesn't refer back. */
export function partnerOf(
  { id, transfer_transaction_id: other }: StoredTransaction,
  plan: DemoPlan,
): Partner | null {
  if (other === null) return null;
  const row = plan.rows.byId.get(other);
  const partner = row === undefined ? plan.rows.placeOfLine(other) : { row, line: null };
  if (partner === null || partner.row.deleted || partner.line?.deleted) return null;
  return (partner.line ?? partner.row).transfer_transaction_id === id ? partner : null;
}

/** Whether the split on the other side determines the transaction's amount and date. */
export function isTiedToSplit(row: StoredTransaction, plan: DemoPlan): boolean {
  const partner = partnerOf(row, plan);
  return partner !== null && hasLiveLines(partner.row);
}

/** Creates the mirror transaction in the other account; the mirror is always uncleared. */
export function addMirror(
  row: StoredTransaction,
  to: StoredAccount,
  plan: DemoPlan,
): StoredTransaction {
  const mirror = mirrored(row, { ...row, to }, plan);
  plan.changeRow(row, { transfer_account_id: to.id, transfer_transaction_id: mirror.id });
  return mirror;
}

/** Creates the mirror transaction for a split line. The caller must store that transaction. */
function addLineMirror(
  row: StoredTransaction,
  line: StoredSplitLine,
  plan: DemoPlan,
): StoredSplitLine {
  const to = plan.accounts.get(line.transfer_account_id ?? "");
  if (to === undefined) return line;
  return { ...line, transfer_transaction_id: mirrored(row, { ...line, to }, plan).id };
}

export function deleteRow(row: StoredTransaction, plan: DemoPlan): void {
  if (row.deleted) return;
  const partner = partnerOf(row, plan);
  const mirrors = row.lines.flatMap((line) => line.deleted ? [] : mirrorOfLine(line, plan));
  plan.changeRow(row, {
    deleted: true,
    lines: row.lines.map((line) => ({ ...line, deleted: true })),
  });
  if (partner !== null) dropPartner(partner, plan);
  for (const mirror of mirrors) deleteRow(mirror, plan);
}

/** Unlinks the other side of a transfer: deletes a transaction, but keeps a split line. */
export function dropPartner({ row, line }: Partner, plan: DemoPlan): void {
  if (line === null) return deleteRow(row, plan);
  changeLine({ row, line }, {
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
  }, plan);
}

/** Copies the transaction's account, amount and date to the other side. */
export function syncPartner(
  row: StoredTransaction,
  { row: other, line }: Partner,
  plan: DemoPlan,
): void {
  const account = plan.accounts.get(row.account_id);
  if (account === undefined) return;
  const link = { payee_id: account.transfer_payee_id, transfer_account_id: account.id };
  if (line !== null) {
    const category_id = account.on_budget ? null : line.category_id;
    return changeLine({ row: other, line }, { ...link, category_id }, plan);
  }
  const isBothOnBudget = account.on_budget && plan.accounts.get(other.account_id)?.on_budget;
  const change = {
    ...link,
    category_id: isBothOnBudget ? null : other.category_id,
    ...(hasLiveLines(other) ? {} : { amount: 0 - row.amount, date: row.date }),
  };
  if (Object.entries(change).some(([key, value]) => Reflect.get(other, key) !== value)) {
    plan.changeRow(other, change);
  }
}

/** Updates the mirrors of split lines when the split moves to another account. */
export function syncLineMirrors(row: StoredTransaction, plan: DemoPlan): void {
  const account = plan.accounts.get(row.account_id);
  if (account === undefined) return;
  for (const line of row.lines) {
    for (const mirror of line.deleted ? [] : mirrorOfLine(line, plan)) {
      plan.changeRow(mirror, {
        payee_id: account.transfer_payee_id,
        transfer_account_id: account.id,
      });
    }
  }
}

/** Adds the mirror transaction for a transfer: either a transaction or one of its split lines. */
function mirrored(
  row: StoredTransaction,
  { id, amount, memo, to }: Pick<StoredSplitLine, "id" | "amount" | "memo"> & {
    readonly to: StoredAccount;
  },
  plan: DemoPlan,
): StoredTransaction {
  const mirror = plainRow({
    id: crypto.randomUUID(),
    date: row.date,
    amount: 0 - amount,
    memo,
    cleared: "uncleared",
    approved: row.approved,
    account_id: to.id,
    payee_id: plan.accounts.get(row.account_id)?.transfer_payee_id ?? null,
    transfer_account_id: row.account_id,
    transfer_transaction_id: id,
    debt_transaction_type: LOANS.has(to.type) && amount < 0 ? "payment" : null,
  });
  plan.addRow(mirror);
  return mirror;
}

function mirrorOfLine(line: StoredSplitLine, plan: DemoPlan): StoredTransaction[] {
  const mirror = plan.rows.byId.get(line.transfer_transaction_id ?? "");
  return mirror === undefined || mirror.deleted ? [] : [mirror];
}

function changeLine(
  { row, line }: LinePlace,
  change: Partial<StoredSplitLine>,
  plan: DemoPlan,
): void {
  const lines = row.lines.map((candidate) =>
    candidate.id === line.id ? { ...candidate, ...change } : candidate
  );
  plan.changeRow(row, { lines });
}
