import { z } from "zod";
import { sumOf } from "../domain/base/money.ts";
import { parseMonth } from "../domain/base/month.ts";
import { categoryFields, visibleCategories } from "../domain/reports/month_categories.ts";
import { underfundedOf } from "../domain/targets/target_words.ts";
import { categoryRow, listOf, money, month, planInput } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Monthly summary",
  description:
    "Summarizes one month: income, amount assigned, activity (spending is negative), Ready to " +
    "Assign, age of money in days, overspent categories and what targets still need. " +
    "Start here to check on a month; get_category_balances lists every category.",
  profiles: ["fuller", "reduced"],
  alwaysLoad: true,
};

export const schema = {
  input: planInput({ month: month.default("current") }),
  output: z.object({
    month: z.string(),
    income: money(),
    assigned: money(),
    activity: money(),
    ready_to_assign: money(),
    age_of_money: z.number().optional(),
    underfunded: z.object({ count: z.number(), total: money() }),
    overspent: listOf(z.object({
      ...categoryRow,
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
  const categories = visibleCategories(month);
  const format = moneyFormat(input.plan_id);
  const needed = categories.map((one) => underfundedOf(one, format))
    .filter((amount) => amount !== null);
  return {
    month: month.month.slice(0, 7),
    income: month.income,
    assigned: month.budgeted,
    activity: month.activity,
    ready_to_assign: month.to_be_budgeted,
    age_of_money: month.age_of_money,
    underfunded: { count: needed.length, total: sumOf(needed) },
    overspent: categories
      .filter(({ balance }) => balance < 0)
      .toSorted((a, b) => a.balance - b.balance)
      .map((category) => ({ ...categoryFields(category), available: category.balance })),
  };
}
