import { z } from "zod";
import { budgetVersusActual } from "../domain/reports/budget_versus_actual.ts";
import { parseMonth } from "../domain/base/month.ts";
import { foreignText, listOf, money, month, planId, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Budget against actual",
  description:
    "Compares assigned with spent per category in a month, with totals; refunds lower spent, " +
    "categorized loan payments count, used_percent counts money carried over, over_by is what " +
    "available lacks. only_over adds card payments, outside the totals. For what is left use " +
    "get_category_balances, for trends get_spending_trends.",
  profiles: ["fuller", "reduced"],
  example: { args: { month: "2026-10", group: "Home" } },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    month: month.default("current"),
    group: reference.optional(),
    only_over: z.boolean().default(false),
  }),
  output: z.object({
    month: z.string(),
    totals: z.object({ assigned: money(), spent: money(), available: money() }),
    categories: listOf(
      z.object({
        category_id: shortId({ namedBy: "name" }),
        name: foreignText(),
        group: foreignText(),
        assigned: money(),
        spent: money(),
        available: money(),
        used_percent: z.number().optional(),
        over_by: money(),
      }),
      { rest: "name a group", toldOnce: "group" },
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
  const { group, only_over: onlyOver } = input;
  return budgetVersusActual(planMonth, {
    group,
    onlyOver,
    knownIds: known.ids(input.plan_id),
    inOrder: await known.categories(input.plan_id),
  });
}
