/**
 * What people want, and the tools that do it: README's table. Every tool stands in it once.
 *
 * @module
 */

/** Tools by task, in people's words. */
export const toolTasks: Readonly<Record<string, readonly string[]>> = {
  "See how a month is going": [
    "get_monthly_summary",
    "get_category_balances",
    "get_budget_vs_actual",
  ],
  "Find payments, and where the money went": [
    "find_transactions",
    "get_spending_trends",
    "review_transactions",
  ],
  "Look ahead, schedule": [
    "forecast_balance",
    "list_scheduled_transactions",
    "find_recurring_charges",
    "create_scheduled_transaction",
    "edit_scheduled_transaction",
    "delete_scheduled_transaction",
  ],
  "See what there is, and what was done": [
    "list_plans",
    "list_accounts",
    "list_category_groups",
    "list_payees",
    "list_money_movements",
    "list_changes",
  ],
  "Categorize, approve, flag, clean up payees": [
    "suggest_categories",
    "apply_categories",
    "split_transaction",
    "approve_transactions",
    "flag_transactions",
    "rename_payees",
    "merge_payees",
  ],
  "Enter, edit, import, reconcile": [
    "create_transactions",
    "edit_transaction",
    "delete_transactions",
    "create_transfer",
    "import_transactions",
    "reconcile_account",
  ],
  "Budget money, arrange categories": [
    "set_category_budget",
    "move_money",
    "set_category_target",
    "assign_month",
    "create_category",
    "update_category",
    "create_category_group",
    "rename_category_group",
  ],
  "Take a change back": ["undo_operation"],
};
