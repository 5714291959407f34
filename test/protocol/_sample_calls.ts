import { toolsOf } from "../../server/offered_tools.ts";
import type { ToolDefinition } from "../../tools/_tool.ts";
import { demoPlanId } from "./_demo_plan_id.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Each tool's arguments except the plan, chosen so that the answers contain data. */
const furtherArguments: Arguments = {
  find_transactions: { payee: "AMZN", limit: 10 },
  forecast_balance: { until: "2027-02" },
  get_budget_vs_actual: { month: "2026-10" },
  get_category_balances: { group: "Everyday" },
  list_accounts: { include_closed: true },
};

export const sampleCalls: Readonly<Record<string, Arguments>> = Object.fromEntries(
  toolsOf("fuller", false).map((tool) => [tool.name, sampleArguments(tool)]),
);

function sampleArguments({ name, inputSchema }: ToolDefinition): Arguments {
  const { properties = {} } = inputSchema as { readonly properties?: object };
  const plan = "plan_id" in properties ? { plan_id: demoPlanId } : {};
  return { ...plan, ...furtherArguments[name] as Arguments | undefined };
}
