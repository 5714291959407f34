/**
 * The plans that the token can read.
 *
 * @module
 */

import { cleanText } from "../domain/text/clean_text.ts";
import type { ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans",
  name: "plans",
  title: "Plans",
  description: "Plans with their ids, months and currency",
};

export const reads = ["getPlans"] as const;

export async function read({ cached }: ResourceContext<typeof reads>): Promise<unknown> {
  const plans = await cached.getPlans();
  return {
    plans: plans.map((plan) => ({
      plan_id: plan.id,
      name: cleanText(plan.name),
      first_month: plan.first_month?.slice(0, 7) ?? null,
      last_month: plan.last_month?.slice(0, 7) ?? null,
      currency: plan.currency_format?.iso_code ?? null,
    })),
  };
}
