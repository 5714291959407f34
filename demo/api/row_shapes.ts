import type {
  ScheduledSplitLine,
  ScheduledSplitLineBase,
  ScheduledTransaction,
  ScheduledTransactionBase,
} from "../../client/wire/scheduled_transaction.ts";
import type {
  HybridTransaction,
  SplitLine,
  SplitLineBase,
  Transaction,
  TransactionBase,
  TransactionSummary,
} from "../../client/wire/transaction.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  isSplit,
  SPLIT_CATEGORY,
  SPLIT_CATEGORY_ID,
  type StoredScheduled,
  type StoredScheduledLine,
  type StoredSplitLine,
  type StoredTransaction,
  UNCATEGORIZED_CATEGORY,
} from "../model/records.ts";
import { moneyNumber, moneyText } from "./money.ts";

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

/** Makes a whole row of a mixed list. */
export function hybridRow(row: StoredTransaction, plan: DemoPlan): HybridTransaction {
  return {
    ...transactionSummary(row, plan),
    type: "transaction",
    parent_transaction_id: null,
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
    payee_name: payeeName(row.payee_id, plan),
    category_name: rowCategoryName(row, plan) ?? UNCATEGORIZED_CATEGORY,
  };
}

/** Makes one line of a split for a mixed list. */
export function hybridLine(
  line: StoredSplitLine,
  row: StoredTransaction,
  plan: DemoPlan,
): HybridTransaction {
  const format = plan.records.currency_format;
  return {
    ...transactionSummary(row, plan),
    id: line.id,
    amount: line.amount,
    amount_formatted: moneyText(line.amount, format),
    amount_currency: moneyNumber(line.amount, format),
    memo: line.memo,
    payee_id: line.payee_id,
    category_id: line.category_id,
    transfer_account_id: line.transfer_account_id,
    transfer_transaction_id: line.transfer_transaction_id,
    deleted: row.deleted || line.deleted,
    type: "subtransaction",
    parent_transaction_id: row.id,
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
    payee_name: payeeName(line.payee_id, plan),
    category_name: categoryName(line.category_id, plan) ?? UNCATEGORIZED_CATEGORY,
  };
}

/** Makes a schedule as the plan export carries it. */
export function scheduledBase(stored: StoredScheduled, plan: DemoPlan): ScheduledTransactionBase {
  const splitId = plan.knobs.splitCategoryIsNull ? null : SPLIT_CATEGORY_ID;
  return {
    id: stored.id,
    date_first: stored.date_first,
    date_next: stored.date_next,
    frequency: stored.frequency,
    amount: stored.amount,
    memo: stored.memo,
    flag_color: stored.flag_color,
    flag_name: stored.flag_name,
    account_id: stored.account_id,
    payee_id: stored.payee_id,
    category_id: isSplit(stored) ? splitId : stored.category_id,
    transfer_account_id: stored.transfer_account_id,
    deleted: stored.deleted,
  };
}

/** Makes a schedule with the names it points to and its lines. */
export function scheduledShape(stored: StoredScheduled, plan: DemoPlan): ScheduledTransaction {
  const format = plan.records.currency_format;
  return {
    ...scheduledBase(stored, plan),
    amount_formatted: moneyText(stored.amount, format),
    amount_currency: moneyNumber(stored.amount, format),
    account_name: plan.accounts.get(stored.account_id)?.name ?? "",
    payee_name: payeeName(stored.payee_id, plan),
    category_name: isSplit(stored) ? SPLIT_CATEGORY : nameOrUncategorized(stored, plan),
    subtransactions: stored.lines.map((line) => ({
      ...scheduledLineBase(line, stored, plan),
      amount_formatted: moneyText(line.amount, format),
      amount_currency: moneyNumber(line.amount, format),
    } satisfies ScheduledSplitLine)),
  };
}

/** Makes a schedule's line as the plan export carries it. */
export function scheduledLineBase(
  line: StoredScheduledLine,
  { id }: StoredScheduled,
  plan: DemoPlan,
): ScheduledSplitLineBase {
  return {
    id: line.id,
    scheduled_transaction_id: id,
    amount: line.amount,
    memo: line.memo,
    payee_id: line.payee_id,
    payee_name: payeeName(line.payee_id, plan),
    category_id: line.category_id,
    category_name: categoryName(line.category_id, plan),
    transfer_account_id: line.transfer_account_id,
    deleted: line.deleted,
  };
}

/** A schedule without a category is shown as "Uncategorized", unlike a row. */
function nameOrUncategorized(
  { category_id, transfer_account_id }: StoredScheduled,
  plan: DemoPlan,
): string | null {
  const name = categoryName(category_id, plan);
  if (name !== null) return name;
  return plan.accounts.get(transfer_account_id ?? "")?.on_budget ? null : UNCATEGORIZED_CATEGORY;
}
