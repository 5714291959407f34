import { z } from "zod";
import { foreignText } from "../tools/_schema.ts";
import type { ContentOf, ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans",
  name: "plans",
  title: "Plans",
  description: "Plans with id, first and last month, and currency",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  output: z.object({
    plans: z.array(z.object({
      plan_id: z.string(),
      name: foreignText(),
      first_month: z.string().nullable(),
      last_month: z.string().nullable(),
      currency: foreignText().nullable(),
    })),
  }),
};

export const reads = ["getPlans"] as const;

export async function read(
  { cached }: ResourceContext<typeof reads>,
): Promise<ContentOf<typeof schema>> {
  const plans = await cached.getPlans();
  return {
    plans: plans.map((plan) => ({
      plan_id: plan.id,
      name: plan.name,
      first_month: plan.first_month?.slice(0, 7) ?? null,
      last_month: plan.last_month?.slice(0, 7) ?? null,
      currency: plan.currency_format?.iso_code ?? null,
    })),
  };
}
