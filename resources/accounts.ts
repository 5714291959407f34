import { z } from "zod";
import { foreignText, money, shortId } from "../tools/_schema.ts";
import type { ContentOf, ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans/{plan_id}/accounts",
  name: "accounts",
  title: "A plan's open accounts",
  description: "All open accounts, with type and balance",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  output: z.object({
    accounts: z.array(z.object({
      account_id: shortId(),
      name: foreignText(),
      type: foreignText(),
      on_budget: z.boolean(),
      balance: money(),
    })),
  }),
};

export const reads = ["getAccounts"] as const;

export async function read(
  { cached, planId }: ResourceContext<typeof reads>,
): Promise<ContentOf<typeof schema>> {
  const { live } = await cached.getAccounts({ planId });
  return {
    accounts: live.filter((account) => !account.closed)
      .map((account) => ({ ...account, account_id: account.id })),
  };
}
