/**
 * Every tool, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

import * as applyCategories from "./apply_categories.ts";
import * as approveTransactions from "./approve_transactions.ts";
import * as assignMonth from "./assign_month.ts";
import * as createCategory from "./create_category.ts";
import * as createCategoryGroup from "./create_category_group.ts";
import * as createScheduledTransaction from "./create_scheduled_transaction.ts";
import * as createTransactions from "./create_transactions.ts";
import * as createTransfer from "./create_transfer.ts";
import * as deleteScheduledTransaction from "./delete_scheduled_transaction.ts";
import * as deleteTransactions from "./delete_transactions.ts";
import * as editScheduledTransaction from "./edit_scheduled_transaction.ts";
import * as editTransaction from "./edit_transaction.ts";
import * as findRecurringCharges from "./find_recurring_charges.ts";
import * as findTransactions from "./find_transactions.ts";
import * as flagTransactions from "./flag_transactions.ts";
import * as forecastBalance from "./forecast_balance.ts";
import * as getBudgetVsActual from "./get_budget_vs_actual.ts";
import * as getCategoryBalances from "./get_category_balances.ts";
import * as getMonthlySummary from "./get_monthly_summary.ts";
import * as getSpendingTrends from "./get_spending_trends.ts";
import * as importTransactions from "./import_transactions.ts";
import * as listAccounts from "./list_accounts.ts";
import * as listCategoryGroups from "./list_category_groups.ts";
import * as listChanges from "./list_changes.ts";
import * as listMoneyMovements from "./list_money_movements.ts";
import * as listPayees from "./list_payees.ts";
import * as listPlans from "./list_plans.ts";
import * as listScheduledTransactions from "./list_scheduled_transactions.ts";
import * as mergePayees from "./merge_payees.ts";
import * as moveMoney from "./move_money.ts";
import * as reconcileAccount from "./reconcile_account.ts";
import * as renameCategoryGroup from "./rename_category_group.ts";
import * as renamePayees from "./rename_payees.ts";
import * as reviewTransactions from "./review_transactions.ts";
import * as setCategoryBudget from "./set_category_budget.ts";
import * as setCategoryTarget from "./set_category_target.ts";
import * as splitTransaction from "./split_transaction.ts";
import * as suggestCategories from "./suggest_categories.ts";
import * as undoOperation from "./undo_operation.ts";
import * as updateCategory from "./update_category.ts";
import { type Tool, toolOf } from "./_tool.ts";

/** Every tool, whichever profile it is in. */
export const tools: readonly Tool[] = [
  toolOf("apply_categories", applyCategories),
  toolOf("approve_transactions", approveTransactions),
  toolOf("assign_month", assignMonth),
  toolOf("create_category", createCategory),
  toolOf("create_category_group", createCategoryGroup),
  toolOf("create_scheduled_transaction", createScheduledTransaction),
  toolOf("create_transactions", createTransactions),
  toolOf("create_transfer", createTransfer),
  toolOf("delete_scheduled_transaction", deleteScheduledTransaction),
  toolOf("delete_transactions", deleteTransactions),
  toolOf("edit_scheduled_transaction", editScheduledTransaction),
  toolOf("edit_transaction", editTransaction),
  toolOf("find_recurring_charges", findRecurringCharges),
  toolOf("find_transactions", findTransactions),
  toolOf("flag_transactions", flagTransactions),
  toolOf("forecast_balance", forecastBalance),
  toolOf("get_budget_vs_actual", getBudgetVsActual),
  toolOf("get_category_balances", getCategoryBalances),
  toolOf("get_monthly_summary", getMonthlySummary),
  toolOf("get_spending_trends", getSpendingTrends),
  toolOf("import_transactions", importTransactions),
  toolOf("list_accounts", listAccounts),
  toolOf("list_category_groups", listCategoryGroups),
  toolOf("list_changes", listChanges),
  toolOf("list_money_movements", listMoneyMovements),
  toolOf("list_payees", listPayees),
  toolOf("list_plans", listPlans),
  toolOf("list_scheduled_transactions", listScheduledTransactions),
  toolOf("merge_payees", mergePayees),
  toolOf("move_money", moveMoney),
  toolOf("reconcile_account", reconcileAccount),
  toolOf("rename_category_group", renameCategoryGroup),
  toolOf("rename_payees", renamePayees),
  toolOf("review_transactions", reviewTransactions),
  toolOf("set_category_budget", setCategoryBudget),
  toolOf("set_category_target", setCategoryTarget),
  toolOf("split_transaction", splitTransaction),
  toolOf("suggest_categories", suggestCategories),
  toolOf("undo_operation", undoOperation),
  toolOf("update_category", updateCategory),
];
