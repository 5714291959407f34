/**
 * How every tool is loaded, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

// deno-fmt-ignore-file

import { type Tool, toolOf } from "./_tool.ts";

/** Loads a tool by the name of its file. */
export const loaders: Readonly<Record<string, () => Promise<Tool>>> = {
  apply_categories: async () => toolOf("apply_categories", await import("./apply_categories.ts")),
  approve_transactions: async () => toolOf("approve_transactions", await import("./approve_transactions.ts")),
  assign_month: async () => toolOf("assign_month", await import("./assign_month.ts")),
  create_category: async () => toolOf("create_category", await import("./create_category.ts")),
  create_category_group: async () => toolOf("create_category_group", await import("./create_category_group.ts")),
  create_scheduled_transaction: async () => toolOf("create_scheduled_transaction", await import("./create_scheduled_transaction.ts")),
  create_transactions: async () => toolOf("create_transactions", await import("./create_transactions.ts")),
  create_transfer: async () => toolOf("create_transfer", await import("./create_transfer.ts")),
  delete_scheduled_transaction: async () => toolOf("delete_scheduled_transaction", await import("./delete_scheduled_transaction.ts")),
  delete_transactions: async () => toolOf("delete_transactions", await import("./delete_transactions.ts")),
  edit_scheduled_transaction: async () => toolOf("edit_scheduled_transaction", await import("./edit_scheduled_transaction.ts")),
  edit_transaction: async () => toolOf("edit_transaction", await import("./edit_transaction.ts")),
  find_recurring_charges: async () => toolOf("find_recurring_charges", await import("./find_recurring_charges.ts")),
  find_transactions: async () => toolOf("find_transactions", await import("./find_transactions.ts")),
  flag_transactions: async () => toolOf("flag_transactions", await import("./flag_transactions.ts")),
  forecast_balance: async () => toolOf("forecast_balance", await import("./forecast_balance.ts")),
  get_budget_vs_actual: async () => toolOf("get_budget_vs_actual", await import("./get_budget_vs_actual.ts")),
  get_category_balances: async () => toolOf("get_category_balances", await import("./get_category_balances.ts")),
  get_monthly_summary: async () => toolOf("get_monthly_summary", await import("./get_monthly_summary.ts")),
  get_spending_trends: async () => toolOf("get_spending_trends", await import("./get_spending_trends.ts")),
  import_transactions: async () => toolOf("import_transactions", await import("./import_transactions.ts")),
  list_accounts: async () => toolOf("list_accounts", await import("./list_accounts.ts")),
  list_category_groups: async () => toolOf("list_category_groups", await import("./list_category_groups.ts")),
  list_changes: async () => toolOf("list_changes", await import("./list_changes.ts")),
  list_money_movements: async () => toolOf("list_money_movements", await import("./list_money_movements.ts")),
  list_payees: async () => toolOf("list_payees", await import("./list_payees.ts")),
  list_plans: async () => toolOf("list_plans", await import("./list_plans.ts")),
  list_scheduled_transactions: async () => toolOf("list_scheduled_transactions", await import("./list_scheduled_transactions.ts")),
  merge_payees: async () => toolOf("merge_payees", await import("./merge_payees.ts")),
  move_money: async () => toolOf("move_money", await import("./move_money.ts")),
  reconcile_account: async () => toolOf("reconcile_account", await import("./reconcile_account.ts")),
  rename_category_group: async () => toolOf("rename_category_group", await import("./rename_category_group.ts")),
  rename_payees: async () => toolOf("rename_payees", await import("./rename_payees.ts")),
  review_transactions: async () => toolOf("review_transactions", await import("./review_transactions.ts")),
  set_category_budget: async () => toolOf("set_category_budget", await import("./set_category_budget.ts")),
  set_category_target: async () => toolOf("set_category_target", await import("./set_category_target.ts")),
  split_transaction: async () => toolOf("split_transaction", await import("./split_transaction.ts")),
  suggest_categories: async () => toolOf("suggest_categories", await import("./suggest_categories.ts")),
  undo_operation: async () => toolOf("undo_operation", await import("./undo_operation.ts")),
  update_category: async () => toolOf("update_category", await import("./update_category.ts")),
};
