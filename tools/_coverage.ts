import {
  type OperationId,
  operations,
  type UnusedOperation,
  unusedOperations,
} from "../client/operations.ts";
import { definitions } from "./_definitions.ts";
import { type Profile, profilesOf } from "./_tool.ts";

export type OperationStatus =
  | { readonly status: "covered"; readonly users: readonly string[] }
  | { readonly status: "planned"; readonly reason: string }
  | { readonly status: "excluded"; readonly reason: string };

export type OperationCoverage = Readonly<Record<Profile, OperationStatus>>;

/** Version of YNAB's API whose operations the coverage table lists. */
export const API_VERSION = "1.87.0";

const MOVES = "Lists the money moved between categories, for the monthly review.";
const MOVE_GROUPS =
  "Lists the money moved between categories, grouped by the action that moved it.";

const profilesOfTools = new Map(definitions.map((tool) => [tool.name, profilesOf(tool)]));

export const coverage: Readonly<Record<OperationId, OperationCoverage>> = {
  getPlans: covered("list_plans budget://plans"),
  getAccounts: inComplete(
    covered(`
    apply_categories can_afford compare_statement create_scheduled_transaction create_transactions
    create_transfer delete_transactions edit_scheduled_transaction edit_transaction explain_card
    find_transactions forecast_balance get_digest get_money_history get_upcoming_needs
    import_statement list_accounts list_reimbursements list_scheduled_transactions plan_payoff
    reconcile_account review_transactions split_transaction suggest_categories
    budget://plans/{plan_id}/accounts
  `),
    "undo_operation",
  ),
  getCategories: covered(`
    apply_categories compare_statement create_category create_category_group
    create_scheduled_transaction create_transactions create_transfer delete_transactions
    edit_scheduled_transaction edit_transaction find_recurring_charges find_transactions
    forecast_balance get_digest get_money_history get_upcoming_needs import_statement
    list_category_groups list_money_movements list_payees list_reimbursements
    list_scheduled_transactions plan_payoff reconcile_account rename_category_group
    review_transactions set_category_target split_transaction suggest_categories undo_operation
    update_category budget://plans/{plan_id}/categories
  `),
  createCategory: covered("create_category"),
  updateCategory: {
    ...covered("set_category_target undo_operation update_category"),
    reduced: { status: "covered", users: ["update_category"] },
  },
  getPlanMonths: covered("explain_card get_money_history get_spending_trends"),
  getPlanMonth: covered(`
    assign_month can_afford explain_card get_budget_vs_actual get_category_balances get_digest
    get_monthly_summary get_spending_trends get_upcoming_needs move_money set_category_budget
    undo_operation
  `),
  updateMonthCategory: covered("assign_month move_money set_category_budget undo_operation"),
  getScheduledTransactions: inComplete(
    covered(`
    assign_month can_afford create_scheduled_transaction delete_scheduled_transaction
    edit_scheduled_transaction find_recurring_charges forecast_balance get_digest
    get_upcoming_needs list_scheduled_transactions merge_payees plan_payoff review_transactions
  `),
    "undo_operation",
  ),
  getTransactions: covered(`
    apply_categories can_afford compare_statement create_transfer delete_transactions
    edit_transaction explain_card find_recurring_charges find_transactions flag_transactions
    forecast_balance get_digest get_money_history get_upcoming_needs import_statement list_payees
    list_reimbursements merge_payees plan_payoff reconcile_account rename_payees review_transactions
    split_transaction suggest_categories undo_operation
  `),
  createTransaction: inComplete(
    covered("create_transactions create_transfer import_statement reconcile_account"),
    "undo_operation",
  ),
  updateTransactions: covered(`
    apply_categories approve_transactions create_transfer flag_transactions import_statement
    merge_payees reconcile_account split_transaction undo_operation
  `),
  importTransactions: {
    ...covered("import_transactions"),
    reduced: {
      status: "planned",
      reason: "Fetches the bank's latest transactions; useful before you categorize or reconcile.",
    },
  },
  deleteTransaction: covered("delete_transactions undo_operation"),

  createCategoryGroup: inComplete(
    planned("Creates a group for a category that doesn't fit into an existing group."),
    "create_category_group",
  ),
  updateCategoryGroup: inComplete(
    planned("Renames a category group."),
    "rename_category_group undo_operation",
  ),
  getMoneyMovementGroups: inComplete(planned(MOVE_GROUPS), "list_money_movements"),
  getMoneyMovements: inComplete(planned(MOVES), "get_digest list_money_movements"),
  getMoneyMovementGroupsByMonth: inComplete(planned(MOVE_GROUPS), "list_money_movements"),
  getMoneyMovementsByMonth: inComplete(planned(MOVES), "list_money_movements"),
  getPayees: inComplete(
    planned("Lists payees, so that names from bank imports can be cleaned up."),
    "edit_transaction list_payees merge_payees rename_payees undo_operation",
  ),
  updatePayee: inComplete(
    planned("Renames a payee, for example from a bank description to the store's name."),
    "rename_payees undo_operation",
  ),
  createScheduledTransaction: inComplete(
    planned("Schedules an upcoming payment."),
    "create_scheduled_transaction undo_operation",
  ),
  updateScheduledTransaction: inComplete(
    planned("Changes an upcoming payment."),
    "edit_scheduled_transaction undo_operation",
  ),
  deleteScheduledTransaction: inComplete(
    planned("Cancels an upcoming payment."),
    "delete_scheduled_transaction undo_operation",
  ),
  getPlanSettingsById: inComplete(
    planned("The plan's currency and number format, for displaying amounts."),
    "budget://plans/{plan_id}/settings",
  ),
  updateTransaction: inComplete(
    planned("Edits one transaction: memo, flag, payee, date or amount."),
    "edit_transaction undo_operation",
  ),

  ...unusedByClient(),
};

/**
 * Marks an operation as covered in every profile and, for each profile, lists the tools from
 * `users` that the profile offers. Every profile must offer the resources in `users`.
 */
function covered(users: string): OperationCoverage {
  return inEvery((profile) => ({
    status: "covered",
    users: namesIn(users).filter((user) => isIn(profile, user)),
  }));
}

function namesIn(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

/** Whether a profile offers a tool. For a resource, returns `true` without checking. */
function isIn(profile: Profile, user: string): boolean {
  return profilesOfTools.get(user)?.includes(profile) ?? true;
}

function planned(reason: string): OperationCoverage {
  return inEvery(() => ({ status: "planned", reason }));
}

/**
 * Adds the given tools and resources to an operation's coverage in the `complete` profile.
 */
function inComplete(others: OperationCoverage, users: string): OperationCoverage {
  const { complete } = others;
  const known = complete.status === "covered" ? complete.users : [];
  return {
    ...others,
    complete: { status: "covered", users: [...known, ...namesIn(users)].toSorted() },
  };
}

/** Marks operations as excluded in every profile if the client has no method for them. */
function unusedByClient(): Record<UnusedOperation, OperationCoverage> {
  const entries = unusedOperations.map((id) => {
    const { unused } = operations[id];
    return [id, inEvery(() => ({ status: "excluded", reason: unused }))];
  });
  return Object.fromEntries(entries);
}

function inEvery(statusIn: (profile: Profile) => OperationStatus): OperationCoverage {
  return {
    fuller: statusIn("fuller"),
    reduced: statusIn("reduced"),
    complete: statusIn("complete"),
  };
}
