import { z } from "zod";
import { sumOf } from "../domain/base/money.ts";
import type { AccountRecord } from "../domain/base/plan_records.ts";
import { foreignText, listOf, money, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List accounts",
  description: "Lists accounts with type, balances, bank link (healthy, broken, none) and last " +
    "reconciliation, plus on-budget and off-budget totals. Use forecast_balance for future " +
    "balances.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: planInput({ include_closed: z.boolean().default(false) }),
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
  const listed = live.filter((account) => input.include_closed || !account.closed);
  const total = (isOnBudget: boolean): number =>
    sumOf(listed.filter((one) => one.on_budget === isOnBudget).map(({ balance }) => balance));
  return {
    on_budget_total: total(true),
    off_budget_total: total(false),
    accounts: listed.map((account) => ({
      ...account,
      account_id: account.id,
      bank_link: bankLink(account),
      last_reconciled: account.last_reconciled_at?.slice(0, 10) ?? null,
    })),
  };
}

function bankLink(account: AccountRecord): "healthy" | "broken" | "none" {
  if (account.direct_import_linked !== true) return "none";
  return account.direct_import_in_error === true ? "broken" : "healthy";
}
