import { isChanging, type Tool } from "../tools/_tool.ts";

const TO_SEE = "See what there is, and what was done";
const TO_CHANGE = "Enter, edit, import, reconcile";

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
  [TO_SEE]: [
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
  [TO_CHANGE]: [
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

/**
 * Puts every tool to a task: its own, or one that fits whatever reads or changes.
 *
 * @throws {Error} When a task names a tool that there is not.
 */
export function toolsByTask<Listed extends Pick<Tool, "name" | "writes">>(
  tools: readonly Listed[],
  tasks: Readonly<Record<string, readonly string[]>> = toolTasks,
): readonly (readonly [task: string, tools: readonly Listed[]])[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const known = new Set(Object.values(tasks).flat());
  const others = tools.filter(({ name }) => !known.has(name));
  return Object.entries(tasks).map(([task, names]) => {
    const own = names.map((name) => {
      const tool = byName.get(name);
      if (tool === undefined) throw new Error(`scripts/_tool_tasks.ts: there is no tool ${name}`);
      return tool;
    });
    const joining = others.filter((tool) => task === (isChanging(tool) ? TO_CHANGE : TO_SEE));
    return [task, [...own, ...joining]];
  });
}
