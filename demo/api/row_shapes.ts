import type {
  ScheduledSplitLineBase,
  ScheduledTransaction,
  ScheduledTransactionBase,
} from "../../client/wire/scheduled_transaction.ts";
import type {
  HybridTransaction,
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
import { moneyFields } from "./money.ts";

export function transactionBase(row: StoredTransaction): TransactionBase {
  const { lines: _lines, knowledge: _knowledge, ...base } = row;
  return isSplit(row) ? { ...base, category_id: SPLIT_CATEGORY_ID } : base;
}

export function transactionSummary(row: StoredTransaction, plan: DemoPlan): TransactionSummary {
  const format = plan.records.currency_format;
  return { ...transactionBase(row), ...moneyFields({ amount: row.amount }, format) };
}

/** The transaction with its names and split lines. */
export function transactionShape(row: StoredTransaction, plan: DemoPlan): Transaction {
  const format = plan.records.currency_format;
  return {
    ...transactionSummary(row, plan),
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
    payee_name: payeeName(row.payee_id, plan),
    category_name: rowCategoryName(row, plan),
    subtransactions: row.lines.map((line) => ({
      ...lineBase(line, row, plan),
      ...moneyFields({ amount: line.amount }, format),
    })),
  };
}

export function lineBase(
  line: StoredSplitLine,
  { id }: StoredTransaction,
  plan: DemoPlan,
): SplitLineBase {
  return {
    ...line,
    transaction_id: id,
    payee_name: payeeName(line.payee_id, plan),
    category_name: categoryName(line.category_id, plan),
  };
}

/** A transaction's category name: "Split" for a split, `null` if it has none. */
export function rowCategoryName(row: StoredTransaction, plan: DemoPlan): string | null {
  return isSplit(row) ? SPLIT_CATEGORY : categoryName(row.category_id, plan);
}

export function payeeName(id: string | null, plan: DemoPlan): string | null {
  return id === null ? null : plan.payees.get(id)?.name ?? null;
}

export function categoryName(id: string | null, plan: DemoPlan): string | null {
  return id === null ? null : plan.categories.get(id)?.name ?? null;
}

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
    ...moneyFields({ amount: line.amount }, format),
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

export function scheduledBase(stored: StoredScheduled): ScheduledTransactionBase {
  const { lines: _lines, knowledge: _knowledge, ...base } = stored;
  return isSplit(stored) ? { ...base, category_id: SPLIT_CATEGORY_ID } : base;
}

export function scheduledShape(stored: StoredScheduled, plan: DemoPlan): ScheduledTransaction {
  const format = plan.records.currency_format;
  return {
    ...scheduledBase(stored),
    ...moneyFields({ amount: stored.amount }, format),
    account_name: plan.accounts.get(stored.account_id)?.name ?? "",
    payee_name: payeeName(stored.payee_id, plan),
    category_name: isSplit(stored) ? SPLIT_CATEGORY : nameOrUncategorized(stored, plan),
    subtransactions: stored.lines.map((line) => ({
      ...scheduledLineBase(line, stored, plan),
      ...moneyFields({ amount: line.amount }, format),
    })),
  };
}

export function scheduledLineBase(
  line: StoredScheduledLine,
  { id }: StoredScheduled,
  plan: DemoPlan,
): ScheduledSplitLineBase {
  return {
    ...line,
    scheduled_transaction_id: id,
    payee_name: payeeName(line.payee_id, plan),
    category_name: categoryName(line.category_id, plan),
  };
}

/** Unlike a transaction, a schedule without a category is shown as "Uncategorized". */
function nameOrUncategorized(
  { category_id, transfer_account_id }: StoredScheduled,
  plan: DemoPlan,
): string | null {
  const name = categoryName(category_id, plan);
  if (name !== null) return name;
  return plan.accounts.get(transfer_account_id ?? "")?.on_budget ? null : UNCATEGORIZED_CATEGORY;
}
