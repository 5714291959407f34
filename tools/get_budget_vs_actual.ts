import { z } from "zod";
import { sumOf } from "../domain/base/money.ts";
import { parseMonth } from "../domain/base/month.ts";
import { isCardPaymentCategory } from "../domain/base/special_categories.ts";
import { categoryFields, hasMoney, visibleCategories } from "../domain/reports/month_categories.ts";
import { categoryRow, listOf, money, month, planInput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Budget vs. actual",
  description:
    "Compares a month's spending by category (minus refunds, plus categorized loan payments) " +
    "with assigned + carryover. Shows overspending and percent spent. Card payment categories " +
    "aren't totaled and appear only if only_over is set. Use get_category_balances for what's " +
    "left and get_spending_trends to compare months.",
  profiles: ["fuller", "reduced"],
  example: { args: { month: "2026-10", group: "Home" } },
};

export const schema = {
  input: planInput({
    month: month.default("current"),
    group: reference.optional(),
    only_over: z.boolean().default(false),
  }),
  output: z.object({
    month: z.string(),
    totals: z.object({ assigned: money(), spent: money(), available: money() }),
    categories: listOf(
      z.object({
        ...categoryRow,
        assigned: money(),
        spent: money(),
        available: money(),
        used_percent: z.number().optional(),
        over_by: money(),
      }),
      { rest: "name a group", groupBy: "group" },
    ),
  }),
};

export const reads = ["getPlanMonth"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, known, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const first = parseMonth(input.month, today) ?? input.month;
  const planMonth = await cached.getPlanMonth({ planId: input.plan_id, month: first });
  const visible = visibleCategories(planMonth, {
    group: input.group,
    knownIds: known.ids(input.plan_id),
    inOrder: await known.categories(input.plan_id),
  });
  // Card payments never count as spending, because the card's purchases already count.
  const listed = visible.filter((one) =>
    hasMoney(one) && (input.only_over ? one.balance < 0 : !isCardPaymentCategory(one))
  );
  const counted = listed.filter((one) => !isCardPaymentCategory(one));
  return {
    month: planMonth.month.slice(0, 7),
    totals: {
      assigned: sumOf(counted.map(({ budgeted }) => budgeted)),
      spent: 0 - sumOf(counted.map(({ activity }) => activity)),
      available: sumOf(counted.map(({ balance }) => balance)),
    },
    categories: listed.map((category) => {
      const spent = 0 - category.activity;
      const there = spent + category.balance;
      return {
        ...categoryFields(category),
        assigned: category.budgeted,
        spent,
        available: category.balance,
        used_percent: there > 0 ? Math.round((100 * spent) / there) + 0 : null,
        over_by: Math.max(0, 0 - category.balance),
      };
    }),
  };
}
