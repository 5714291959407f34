import { z } from "zod";
import { parseMonth } from "../domain/base/month.ts";
import { monthlySummary } from "../domain/reports/monthly_summary.ts";
import { foreignText, listOf, money, month, planId, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Monthly summary",
  description:
    "Summarizes one month: income, assigned, activity (spending is negative), Ready to " +
    "Assign, age of money in days, overspent categories and how much targets still need. " +
    "Start here for how a month is going; get_category_balances has every category.",
  profiles: ["fuller", "reduced"],
  alwaysLoad: true,
};

export const schema = {
  input: z.strictObject({ plan_id: planId, month: month.default("current") }),
  output: z.object({
    month: z.string(),
    income: money(),
    assigned: money(),
    activity: money(),
    ready_to_assign: money(),
    age_of_money: z.number().optional(),
    underfunded: z.object({ count: z.number(), total: money() }),
    overspent: listOf(z.object({
      category_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      group: foreignText(),
      available: money(),
    })),
  }),
};

export const reads = ["getPlanMonth"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const first = parseMonth(input.month, today) ?? input.month;
  const month = await cached.getPlanMonth({ planId: input.plan_id, month: first });
  return monthlySummary(month, moneyFormat(input.plan_id));
}
