import type {
  SplitLine,
  SplitLineBase,
  Transaction,
  TransactionBase,
  TransactionSummary,
} from "../../client/wire/transaction.ts";
import type { StoredSplitLine, StoredTransaction } from "../_records.ts";
import { SPLIT_CATEGORY, SPLIT_CATEGORY_ID } from "../_system_names.ts";
import { isSplit } from "../arithmetic/live_lines.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { moneyNumber, moneyText } from "./money_text.ts";

/** Makes a row as the plan export carries it. */
export function transactionBase(row: StoredTransaction, plan: DemoPlan): TransactionBase {
  return {
    id: row.id,
    date: row.date,
    amount: row.amount,
    memo: row.memo,
    cleared: row.cleared,
    approved: row.approved,
    flag_color: row.flag_color,
    flag_name: row.flag_name,
    account_id: row.account_id,
    payee_id: row.payee_id,
    category_id: isSplit(row) ? splitCategoryId(plan) : row.category_id,
    transfer_account_id: row.transfer_account_id,
    transfer_transaction_id: row.transfer_transaction_id,
    matched_transaction_id: row.matched_transaction_id,
    import_id: row.import_id,
    import_payee_name: row.import_payee_name,
    import_payee_name_original: row.import_payee_name_original,
    debt_transaction_type: row.debt_transaction_type,
    deleted: row.deleted,
  };
}

/** Makes a row with its display fields. */
export function transactionSummary(row: StoredTransaction, plan: DemoPlan): TransactionSummary {
  const format = plan.records.currency_format;
  return {
    ...transactionBase(row, plan),
    amount_formatted: moneyText(row.amount, format),
    amount_currency: moneyNumber(row.amount, format),
  };
}

/**
 * Makes a row with the names it points to and its lines. It is one literal rather
 * than the summary and more, as a list of all rows makes a hundred thousand of them.
 */
export function transactionShape(row: StoredTransaction, plan: DemoPlan): Transaction {
  const format = plan.records.currency_format;
  const hasLines = isSplit(row);
  return {
    id: row.id,
    date: row.date,
    amount: row.amount,
    memo: row.memo,
    cleared: row.cleared,
    approved: row.approved,
    flag_color: row.flag_color,
    flag_name: row.flag_name,
    account_id: row.account_id,
    payee_id: row.payee_id,
    category_id: hasLines ? splitCategoryId(plan) : row.category_id,
    transfer_account_id: row.transfer_account_id,
    transfer_transaction_id: row.transfer_transaction_id,
    matched_transaction_id: row.matched_transaction_id,
    import_id: row.import_id,
    import_payee_name: row.import_payee_name,
    import_payee_name_original: row.import_payee_name_original,
    debt_transaction_type: row.debt_transaction_type,
    deleted: row.deleted,
    amount_formatted: moneyText(row.amount, format),
    amount_currency: moneyNumber(row.amount, format),
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
    payee_name: payeeName(row.payee_id, plan),
    category_name: hasLines ? SPLIT_CATEGORY : categoryName(row.category_id, plan),
    subtransactions: row.lines.length === 0
      ? []
      : row.lines.map((line) => lineShape(line, row, plan)),
  };
}

/** Makes a line as the plan export carries it. */
export function lineBase(
  line: StoredSplitLine,
  { id }: StoredTransaction,
  plan: DemoPlan,
): SplitLineBase {
  return {
    id: line.id,
    transaction_id: id,
    amount: line.amount,
    memo: line.memo,
    payee_id: line.payee_id,
    payee_name: payeeName(line.payee_id, plan),
    category_id: line.category_id,
    category_name: categoryName(line.category_id, plan),
    transfer_account_id: line.transfer_account_id,
    transfer_transaction_id: line.transfer_transaction_id,
    deleted: line.deleted,
  };
}

/** Names a row's category: "Split" for a split, `null` for none. */
export function rowCategoryName(row: StoredTransaction, plan: DemoPlan): string | null {
  return isSplit(row) ? SPLIT_CATEGORY : categoryName(row.category_id, plan);
}

/** Names a payee. */
export function payeeName(id: string | null, plan: DemoPlan): string | null {
  return id === null ? null : plan.payees.get(id)?.name ?? null;
}

/** Names a category. */
export function categoryName(id: string | null, plan: DemoPlan): string | null {
  return id === null ? null : plan.categories.get(id)?.name ?? null;
}

function lineShape(line: StoredSplitLine, row: StoredTransaction, plan: DemoPlan): SplitLine {
  const format = plan.records.currency_format;
  return {
    ...lineBase(line, row, plan),
    amount_formatted: moneyText(line.amount, format),
    amount_currency: moneyNumber(line.amount, format),
  };
}

function splitCategoryId({ knobs }: DemoPlan): string | null {
  return knobs.splitCategoryIsNull ? null : SPLIT_CATEGORY_ID;
}
