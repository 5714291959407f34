import type { DemoPlan } from "../model/demo_plan.ts";
import {
  hasLiveLines,
  plainRow,
  type StoredAccount,
  type StoredTransaction,
} from "../model/records.ts";
import type { Fields } from "./call.ts";
import {
  addMirror,
  checkSplittable,
  dropPartner,
  isTiedToSplit,
  type Partner,
  partnerOf,
  readLines,
  storeLines,
  syncLineMirrors,
  syncPartner,
} from "./linked_rows.ts";
import {
  type CategoryPlace,
  checkRowDate,
  chosenPayee,
  CLEARED_STATES,
  createdCategory,
  flagFields,
  MEMO_LIMIT,
  type PlanFields,
  requestedAccount,
  requestedCategory,
  storedCategory,
  storedCleared,
  transferTarget,
} from "./row_rules.ts";

const IMPORT_ID_LIMIT = 36;
const NAME_LIMIT = 200;

/** Outcome of creating a transaction. */
export type Creation =
  | { readonly kind: "created"; readonly row: StoredTransaction }
  /** The account already had a transaction with the import id. */
  | { readonly kind: "duplicate"; readonly importId: string };

/** Creates a transaction with its mirror (for a transfer) or its lines (for a split). */
export function createRow(fields: Fields, plan: DemoPlan, today: string): Creation {
  const account = requestedAccount(
    fields.required(fields.id("account_id"), "account"),
    plan,
    fields,
  );
  const date = fields.required(fields.date("date"), "date");
  checkRowDate(date, today, fields);
  const amount = fields.required(fields.amount("amount"), "amount");
  const importId = fields.text("import_id", IMPORT_ID_LIMIT) || null;
  if (importId !== null && plan.rows.imported(account.id, importId)) {
    return { kind: "duplicate", importId };
  }
  const payee = chosenPayee(fields, plan, importId !== null) ?? null;
  const transferTo = transferTarget(payee, account, { plan, fields });
  const items = fields.list("subtransactions") ?? [];
  const split = { account, transferTo, amount, isImport: importId !== null };
  const lines = items.length === 0 ? [] : readLines(items, split, { plan, fields });
  const row = plainRow({
    ...readMarks(fields, plan),
    id: crypto.randomUUID(),
    date,
    amount,
    account_id: account.id,
    payee_id: payee?.id ?? null,
    import_id: importId,
    // A transaction with an import id counts as imported and keeps its original payee name.
    import_payee_name: importId && (fields.text("payee_name", NAME_LIMIT) || null),
  });
  const category = createdCategory({ account, transferTo }, { plan, fields });
  if (lines.length === 0) row.category_id = category;
  plan.addRow(row);
  if (transferTo !== null) addMirror(row, transferTo, plan);
  if (lines.length > 0) storeLines(row, lines, plan);
  return { kind: "created", row };
}

function readMarks(fields: Fields, plan: DemoPlan): Partial<StoredTransaction> {
  const approved = fields.boolean("approved") ?? false;
  return {
    memo: fields.text("memo", MEMO_LIMIT) ?? null,
    cleared: storedCleared(fields.oneOf("cleared", CLEARED_STATES) ?? "uncleared", approved),
    approved,
    ...flagFields(fields, plan),
  };
}

export interface UpdateContext extends PlanFields {
  readonly today: string;
}

/** Updates a live transaction and everything linked to it. */
export function updateRow(row: StoredTransaction, context: UpdateContext): void {
  const { plan, fields } = context;
  const wasSplit = hasLiveLines(row);
  const items = fields.list("subtransactions");
  if (wasSplit && items !== undefined && items !== null) {
    throw fields.refuse("subtransactions cannot be updated on an existing split transaction");
  }
  const payee = chosenPayee(fields, plan, false);
  const place = placeAfter(row, payee, context);
  const figures = figuresAfter(row, context);
  const split = { ...place, amount: figures.amount, isImport: row.import_id !== null };
  const lines = items?.length ? readLines(items, split, context) : [];
  if (wasSplit) {
    checkSplittable(place, fields);
    refuseLinesTo(place.account, row, fields);
  }
  const category_id = wasSplit ? null : categoryAfter(row, place, context);
  const partner = partnerOf(row, plan);
  const isMoved = place.account.id !== row.account_id;
  if (isMoved) checkPartner(partner, place.account, context);
  plan.changeRow(row, {
    ...figures,
    ...marksAfter(row, context),
    account_id: place.account.id,
    category_id,
    ...(payee === undefined ? {} : { payee_id: payee?.id ?? null }),
  });
  relink(row, { partner, transferTo: place.transferTo }, plan);
  if (lines.length > 0) storeLines(row, lines, plan);
  else if (isMoved) syncLineMirrors(row, plan);
}

function placeAfter(
  row: StoredTransaction,
  payee: ReturnType<typeof chosenPayee>,
  { plan, fields }: UpdateContext,
): CategoryPlace {
  const account = requestedAccount(fields.id("account_id") ?? row.account_id, plan, fields);
  const payeeAfter = payee === undefined
    ? plan.payees.get(plan.accounts.get(row.transfer_account_id ?? "")?.transfer_payee_id ?? "")
    : payee;
  return { account, transferTo: transferTarget(payeeAfter ?? null, account, { plan, fields }) };
}

function figuresAfter(
  row: StoredTransaction,
  { plan, fields, today }: UpdateContext,
): Pick<StoredTransaction, "amount" | "date"> {
  const { amount, date } = row;
  if (hasLiveLines(row) || isTiedToSplit(row, plan)) return { amount, date };
  const newDate = fields.date("date") ?? null;
  if (newDate !== null) checkRowDate(newDate, today, fields);
  return { amount: fields.amount("amount") ?? amount, date: newDate ?? date };
}

function marksAfter(
  row: StoredTransaction,
  { plan, fields }: UpdateContext,
): Partial<StoredTransaction> {
  const approved = fields.boolean("approved") ?? row.approved;
  const cleared = fields.oneOf("cleared", CLEARED_STATES);
  const memo = fields.text("memo", MEMO_LIMIT);
  return {
    approved,
    ...(cleared ? { cleared: storedCleared(cleared, approved) } : {}),
    ...(memo === undefined ? {} : { memo }),
    ...flagFields(fields, plan),
  };
}

/**
 * Returns the transaction's category after an update; ignores a card payment category in the
 * request.
 */
function categoryAfter(
  row: StoredTransaction,
  place: CategoryPlace,
  { plan, fields }: UpdateContext,
): string | null {
  const named = requestedCategory(fields, plan);
  const isUnchanged = named === undefined && place.account.id === row.account_id;
  if (isUnchanged && place.transferTo?.id === (row.transfer_account_id ?? undefined)) {
    return row.category_id;
  }
  return storedCategory(named === undefined ? row.category_id : named, place, { plan, fields });
}

function refuseLinesTo(account: StoredAccount, row: StoredTransaction, fields: Fields): void {
  const isOwn = row.lines.some(({ deleted, transfer_account_id }) =>
    !deleted && transfer_account_id === account.id
  );
  if (isOwn) throw fields.refuse("a line must not be a transfer to the same account");
}

/** If the other side is a split, rejects accounts that a split can't transfer to. */
function checkPartner(
  partner: Partner | null,
  transferTo: StoredAccount,
  { plan, fields }: UpdateContext,
): void {
  if (partner === null || partner.line !== null || !hasLiveLines(partner.row)) return;
  const account = plan.accounts.get(partner.row.account_id);
  if (account !== undefined) checkSplittable({ account, transferTo }, fields);
}

interface Relinking {
  readonly partner: Partner | null;
  readonly transferTo: StoredAccount | null;
}

/**
 * If the new payee is another account's transfer payee, a new mirror transaction is needed; an
 * ordinary payee needs none.
 */
function relink(row: StoredTransaction, { partner, transferTo }: Relinking, plan: DemoPlan): void {
  const isSame = transferTo !== null && transferTo.id === row.transfer_account_id;
  if (isSame) {
    if (partner !== null) syncPartner(row, partner, plan);
    return;
  }
  if (row.transfer_account_id === null && transferTo === null) return;
  plan.changeRow(row, { transfer_account_id: null, transfer_transaction_id: null });
  if (partner !== null) dropPartner(partner, plan);
  if (transferTo !== null) addMirror(row, transferTo, plan);
}
