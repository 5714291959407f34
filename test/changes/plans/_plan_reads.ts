import { ids } from "../../tools/_plan.ts";
import type { ToolCall } from "../faults/_fault_cases.ts";

const plan = { plan_id: ids.plan };

/** Reads of transactions, categories' amounts, balances, schedules and payees. */
export const planReads: readonly ToolCall[] = [
  { tool: "find_transactions", args: plan },
  { tool: "get_category_balances", args: { ...plan, month: "2026-03" } },
  { tool: "list_accounts", args: plan },
  { tool: "list_scheduled_transactions", args: plan },
  { tool: "list_payees", args: { ...plan, sort: "name" } },
];
