import type { HybridTransaction } from "../../client/wire/transaction.ts";
import type { StoredSplitLine, StoredTransaction } from "../_records.ts";
import { UNCATEGORIZED_CATEGORY } from "../_system_names.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { moneyNumber, moneyText } from "./money_text.ts";
import {
  categoryName,
  payeeName,
  rowCategoryName,
  transactionSummary,
} from "./transaction_shape.ts";

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
