import { z } from "zod";
import { foreignText, listOf } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List plans",
  description: "Lists plans (budgets) with ids, date ranges and currencies. Calling this " +
    "is optional: other tools find the plan themselves.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: z.strictObject({}),
  output: z.object({
    plans: listOf(z.object({
      plan_id: z.string(),
      name: foreignText(),
      first_month: z.string().optional(),
      last_month: z.string().optional(),
      currency: foreignText().optional(),
      last_modified: z.string().optional(),
    })),
    note: z.string().optional(),
  }),
};

const NOT_KEPT = "nothing is kept after this process ends, so changes can't be undone after a " +
  "restart: start the server with --store sqlite:FOLDER, using a folder it can write to";

export const reads = ["getPlans"] as const;
export const writes = [] as const;

export async function handler(
  _input: InputOf<typeof schema>,
  { cached, isStoredAsConfigured }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const plans = await cached.getPlans();
  return {
    plans: plans.map((plan) => ({
      plan_id: plan.id,
      name: plan.name,
      first_month: plan.first_month?.slice(0, 7),
      last_month: plan.last_month?.slice(0, 7),
      currency: plan.currency_format?.iso_code,
      last_modified: plan.last_modified_on,
    })),
    note: isStoredAsConfigured() ? null : NOT_KEPT,
  };
}
