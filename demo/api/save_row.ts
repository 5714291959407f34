import {
  hasLiveLines,
  plainRow,
  type StoredAccount,
  type StoredTransaction,
} from "../model/records.ts";
import type { Fields } from "./call.ts";
import { checkSplittable, otherSide, readLines, relink, storeLines } from "./linked_rows.ts";
import type { Side } from "../model/rows.ts";
import {
  type CategoryPlace,
  checkRowDate,
  chosenPayee,
  CLEARED_STATES,
  flagFields,
  MEMO_LIMIT,
  NAME_LIMIT,
  requestedAccount,
  requestedCategory,
  storedCategory,
  storedCleared,
  transferTarget,
} from "./row_rules.ts";

const IMPORT_ID_LIMIT = 36;

/** Outcome of creating a transaction. */
export type Creation =
  | { readonly kind: "created"; readonly row: StoredTransaction }
  /** The account already had a transaction with the import id. */
  | { readonly kind: "duplicate"; readonly importId: string };

/** Creates a transaction with its mirror (for a transfer) or its lines (for a split). */
export function createRow(fields: Fields): Creation {
  const { plan } = fields;
  const account = requestedAccount(fields.required(fields.id("account_id"), "account"), fields);
  const date = fields.required(fields.date("date"), "date");
  checkRowDate(date, fields);
  const amount = fields.required(fields.amount("amount"), "amount");
  const importId = fields.text("import_id", IMPORT_ID_LIMIT) || null;
  if (importId !== null && plan.rows.imported(account.id, importId)) {
    return { kind: "duplicate", importId };
  }
  // Report an invalid payee before invalid lines.
  chosenPayee(fields, importId !== null);
  const row = plainRow({
    id: crypto.randomUUID(),
    date,
    amount,
    account_id: account.id,
    cleared: "uncleared",
    approved: false,
    import_id: importId,
    // A transaction with an import id counts as imported and keeps its original payee name.
    import_payee_name: importId && (fields.text("payee_name", NAME_LIMIT) || null),
  });
  plan.addRow(row);
  updateRow(row, fields, importId !== null);
  return { kind: "created", row };
}

/** Updates a live transaction and everything linked to it. */
export function updateRow(
  row: StoredTransaction,
  fields: Fields,
  isImport: boolean = false,
): void {
  const { plan } = fields;
  const wasSplit = hasLiveLines(row);
  const items = fields.list("subtransactions");
  if (wasSplit && items !== undefined && items !== null) {
    throw fields.refuse("subtransactions cannot be updated on an existing split transaction");
  }
  const payee = chosenPayee(fields, isImport);
  const place = placeAfter(row, payee, fields);
  const figures = figuresAfter(row, fields);
  const split = { ...place, amount: figures.amount, isImport: row.import_id !== null };
  const lines = items?.length ? readLines(items, split, fields) : [];
  if (wasSplit) {
    checkSplittable(place, fields);
    refuseLinesTo(place.account, row, fields);
  }
  const category_id = wasSplit ? null : categoryAfter(row, place, fields);
  const other = otherSide({ row, line: null }, plan);
  if (place.account.id !== row.account_id) checkOther(other, place.account, fields);
  plan.changeRow(row, {
    ...figures,
    ...marksAfter(row, fields),
    account_id: place.account.id,
    category_id,
    ...(payee === undefined ? {} : { payee_id: payee?.id ?? null }),
  });
  relink(row, place.transferTo, plan);
  if (lines.length > 0) storeLines(row, lines, plan);
}

function placeAfter(
  row: StoredTransaction,
  payee: ReturnType<typeof chosenPayee>,
  fields: Fields,
): CategoryPlace {
  const { plan } = fields;
  const account = requestedAccount(fields.id("account_id") ?? row.account_id, fields);
  const payeeAfter = payee === undefined
    ? plan.payees.get(plan.accounts.get(row.transfer_account_id ?? "")?.transfer_payee_id ?? "")
    : payee;
  return { account, transferTo: transferTarget(payeeAfter ?? null, account, fields) };
}

function figuresAfter(
  row: StoredTransaction,
  fields: Fields,
): Pick<StoredTransaction, "amount" | "date"> {
  const { amount, date } = row;
  const other = otherSide({ row, line: null }, fields.plan);
  // The amount and date of a split, or of a transfer whose other side is a split, can't be changed.
  if (hasLiveLines(row) || (other !== null && hasLiveLines(other.row))) return { amount, date };
  const newDate = fields.date("date") ?? null;
  if (newDate !== null) checkRowDate(newDate, fields);
  return { amount: fields.amount("amount") ?? amount, date: newDate ?? date };
}

function marksAfter(row: StoredTransaction, fields: Fields): Partial<StoredTransaction> {
  const approved = fields.boolean("approved") ?? row.approved;
  const cleared = fields.oneOf("cleared", CLEARED_STATES);
  const memo = fields.text("memo", MEMO_LIMIT);
  return {
    approved,
    ...(cleared ? { cleared: storedCleared(cleared, approved) } : {}),
    ...(memo === undefined ? {} : { memo }),
    ...flagFields(fields),
  };
}

/**
 * Returns the category that a transaction has after an update; if the request names a card payment
 * category, that category is ignored.
 */
function categoryAfter(
  row: StoredTransaction,
  place: CategoryPlace,
  fields: Fields,
): string | null {
  const named = requestedCategory(fields);
  const isUnchanged = named === undefined && place.account.id === row.account_id;
  if (isUnchanged && place.transferTo?.id === (row.transfer_account_id ?? undefined)) {
    return row.category_id;
  }
  return storedCategory(named === undefined ? row.category_id : named, place, fields);
}

function refuseLinesTo(account: StoredAccount, row: StoredTransaction, fields: Fields): void {
  const isOwn = row.lines.some(({ deleted, transfer_account_id }) =>
    !deleted && transfer_account_id === account.id
  );
  if (isOwn) throw fields.refuse("a subtransaction must not be a transfer to its own account");
}

/** If a transfer's other side is a split, rejects accounts that a split can't transfer to. */
function checkOther(other: Side | null, transferTo: StoredAccount, fields: Fields): void {
  if (other === null || other.line !== null || !hasLiveLines(other.row)) return;
  const account = fields.plan.accounts.get(other.row.account_id);
  if (account !== undefined) checkSplittable({ account, transferTo }, fields);
}
