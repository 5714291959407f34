/**
 * The open accounts of a plan.
 *
 * @module
 */

import { cleanText } from "../domain/text/clean_text.ts";
import { fromMilliunits } from "../domain/money/money.ts";
import type { ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans/{plan_id}/accounts",
  name: "accounts",
  title: "Open accounts of a plan",
  description: "Open accounts with type and balance",
};

export const reads = ["getAccounts"] as const;

export async function read({ cached, planId }: ResourceContext<typeof reads>): Promise<unknown> {
  const { live } = await cached.getAccounts({ planId });
  return {
    accounts: live.filter((account) => !account.closed).map((account) => ({
      account_id: account.id,
      name: cleanText(account.name),
      type: account.type,
      on_budget: account.on_budget,
      balance: fromMilliunits(account.balance),
    })),
  };
}
