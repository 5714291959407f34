import type { DemoPlan } from "../model/demo_plan.ts";
import {
  hasLiveLines,
  plainLine,
  plainRow,
  type StoredAccount,
  type StoredSplitLine,
  type StoredTransaction,
} from "../model/records.ts";
import type { Side } from "../model/rows.ts";
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
  /** Whether rename rules apply to payee names. */
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

/** Reads a split's lines from a request body. Transfer lines have no mirror transaction yet. */
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
  plan.changeRow(row, { category_id: null, lines: [...lines] });
  for (const line of lines) {
    const to = plan.accounts.get(line.transfer_account_id ?? "");
    if (to !== undefined) addMirror({ row, line }, to, plan);
  }
}

function readLine(item: Fields, row: SplitRow): StoredSplitLine {
  const payee = chosenPayee(item, row.isImport) ?? null;
  const transferTo = transferTarget(payee, row.account, item);
  if (transferTo !== null && row.transferTo !== null) {
    throw item.refuse("a subtransaction of a transfer must not be a transfer itself");
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

/** Creates the mirror transaction in the other account; the mirror is always uncleared. */
export function addMirror(side: Side, to: StoredAccount, plan: DemoPlan): void {
  const { row, line } = side;
  const { id, amount, memo } = line ?? row;
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
  change(side, { transfer_account_id: to.id, transfer_transaction_id: mirror.id }, plan);
}

/** Finds a transfer's other side; `null` if it is deleted or doesn't refer back. */
export function otherSide({ row, line }: Side, plan: DemoPlan): Side | null {
  const { id, transfer_transaction_id: otherId } = line ?? row;
  const other = plan.rows.side(otherId ?? "");
  if (other === null || other.row.deleted || other.line?.deleted) return null;
  return (other.line ?? other.row).transfer_transaction_id === id ? other : null;
}

/**
 * Updates the other sides of a transaction's transfers after the transaction has changed. If the
 * transaction now transfers to a different account (`transferTo`), replaces its other side.
 */
export function relink(
  row: StoredTransaction,
  transferTo: StoredAccount | null,
  plan: DemoPlan,
): void {
  const own = { row, line: null };
  if (row.transfer_account_id !== (transferTo?.id ?? null)) {
    const former = otherSide(own, plan);
    plan.changeRow(row, { transfer_account_id: null, transfer_transaction_id: null });
    if (former !== null) unlink(former, plan);
    if (transferTo !== null) addMirror(own, transferTo, plan);
  }
  const account = plan.accounts.get(row.account_id);
  if (account !== undefined) {
    for (const side of sidesOf(row)) syncOther(side, account, plan);
  }
}

/**
 * Updates a transfer's other side with this side's account and (unless the other side is a split)
 * this side's amount and date.
 */
function syncOther(side: Side, account: StoredAccount, plan: DemoPlan): void {
  const other = otherSide(side, plan);
  if (other === null) return;
  const part = other.line ?? other.row;
  const isBothOnBudget = account.on_budget && plan.accounts.get(other.row.account_id)?.on_budget;
  const amount = 0 - (side.line ?? side.row).amount;
  const copied = {
    payee_id: account.transfer_payee_id,
    transfer_account_id: account.id,
    category_id: isBothOnBudget ? null : part.category_id,
    ...(hasLiveLines(other.row) ? {} : { amount, date: side.row.date }),
  };
  if (Object.entries(copied).some(([key, value]) => Reflect.get(part, key) !== value)) {
    change(other, copied, plan);
  }
}

export function deleteRow(row: StoredTransaction, plan: DemoPlan): void {
  if (row.deleted) return;
  const others = sidesOf(row).flatMap((side) => otherSide(side, plan) ?? []);
  plan.changeRow(row, {
    deleted: true,
    lines: row.lines.map((line) => ({ ...line, deleted: true })),
  });
  for (const other of others) unlink(other, plan);
}

/** Deletes the other side of a transfer or, if it is a split line, unlinks it. */
function unlink(side: Side, plan: DemoPlan): void {
  if (side.line === null) return deleteRow(side.row, plan);
  change(side, {
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
  }, plan);
}

function sidesOf(row: StoredTransaction): readonly Side[] {
  const lines = row.lines.filter(({ deleted }) => !deleted);
  return [{ row, line: null }, ...lines.map((line) => ({ row, line }))];
}

function change(
  { row, line }: Side,
  changed: Partial<StoredSplitLine>,
  plan: DemoPlan,
): void {
  if (line === null) return plan.changeRow(row, changed);
  const lines = row.lines.map((one) => one.id === line.id ? { ...one, ...changed } : one);
  plan.changeRow(row, { lines });
}
