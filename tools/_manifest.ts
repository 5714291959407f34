/**
 * Every tool, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

import * as findTransactions from "./find_transactions.ts";
import * as flagTransactions from "./flag_transactions.ts";
import * as getBudgetVsActual from "./get_budget_vs_actual.ts";
import * as getCategoryBalances from "./get_category_balances.ts";
import * as getMonthlySummary from "./get_monthly_summary.ts";
import * as getSpendingTrends from "./get_spending_trends.ts";
import * as listAccounts from "./list_accounts.ts";
import * as listCategoryGroups from "./list_category_groups.ts";
import * as listPlans from "./list_plans.ts";
import * as listScheduledTransactions from "./list_scheduled_transactions.ts";
import * as undoOperation from "./undo_operation.ts";
import { type Tool, toolOf } from "./_tool.ts";

/** Every tool of the fuller profile. */
export const tools: readonly Tool[] = [
  toolOf("find_transactions", findTransactions),
  toolOf("flag_transactions", flagTransactions),
  toolOf("get_budget_vs_actual", getBudgetVsActual),
  toolOf("get_category_balances", getCategoryBalances),
  toolOf("get_monthly_summary", getMonthlySummary),
  toolOf("get_spending_trends", getSpendingTrends),
  toolOf("list_accounts", listAccounts),
  toolOf("list_category_groups", listCategoryGroups),
  toolOf("list_plans", listPlans),
  toolOf("list_scheduled_transactions", listScheduledTransactions),
  toolOf("undo_operation", undoOperation),
];
