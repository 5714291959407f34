import { z } from "zod";
import { accountOverview } from "../domain/plan/account_overview.ts";
import { foreignText, listOf, money, planId, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List accounts",
  description: "Lists accounts with type, balances, bank link (healthy, broken, none), last " +
    "reconciliation, and totals on and off budget. Use it for how much there is now; " +
    "forecast_balance says where it is going.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: z.strictObject({ plan_id: planId, include_closed: z.boolean().default(false) }),
  output: z.object({
    on_budget_total: money(),
    off_budget_total: money(),
    accounts: listOf(z.object({
      account_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      type: foreignText(),
      on_budget: z.boolean().optional(),
      closed: z.boolean().optional(),
      balance: money(),
      cleared_balance: money(),
      uncleared_balance: money(),
      bank_link: z.enum(["healthy", "broken", "none"]),
      last_reconciled: z.string().optional(),
    })),
  }),
};

export const reads = ["getAccounts"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { live } = await cached.getAccounts({ planId: input.plan_id });
  return accountOverview(live, { includeClosed: input.include_closed });
}
