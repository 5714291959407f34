import { z } from "zod";
import { sumOf } from "../domain/base/money.ts";
import { parseMonth } from "../domain/base/month.ts";
import { invalidInput } from "../domain/base/tool_error.ts";
import { categoryFields, hasMoney, visibleCategories } from "../domain/reports/month_categories.ts";
import { underfundedOf } from "../domain/targets/target_words.ts";
import { categoryIds, categoryRow, listOf, money, month, planInput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Category balances",
  description:
    "Lists assigned, activity and available amounts per category in one month, and what each " +
    "target still needs (underfunded). Shows what's left; for overspending, use " +
    "get_budget_vs_actual.",
  profiles: ["fuller", "reduced"],
  alwaysLoad: true,
  example: { args: { group: "Everyday" } },
};

export const schema = {
  input: planInput({
    month: month.default("current"),
    include_empty: z.boolean().default(false),
    group: reference.optional(),
    category_ids: categoryIds,
    only_underfunded: z.boolean().default(false),
  }),
  output: z.object({
    month: z.string(),
    underfunded_total: money().optional(),
    ready_to_assign: money().optional(),
    categories: listOf(
      z.object({
        ...categoryRow,
        assigned: money(),
        activity: money(),
        available: money(),
        underfunded: money().optional(),
      }),
      { rest: "name a group", groupBy: "group" },
    ),
  }),
};

export const reads = ["getPlanMonth"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, known, today, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const first = parseMonth(input.month, today) ?? input.month;
  const planMonth = await cached.getPlanMonth({ planId: input.plan_id, month: first });
  const visible = visibleCategories(planMonth, {
    group: input.group,
    categories: input.category_ids,
    knownIds: known.ids(input.plan_id),
    inOrder: await known.categories(input.plan_id),
  });
  if (visible.length === 0 && input.group !== undefined && input.category_ids !== undefined) {
    throw invalidInput(
      "the group has none of the categories in category_ids: omit group or category_ids",
    );
  }
  const format = moneyFormat(input.plan_id);
  const isEmptyShown = input.include_empty || input.category_ids !== undefined;
  const categories = visible
    .map((category) => ({ category, underfunded: underfundedOf(category, format) }))
    .filter(({ category, underfunded }) =>
      underfunded !== null ||
      (!input.only_underfunded && (isEmptyShown || hasMoney(category)))
    )
    .map(({ category, underfunded }) => ({
      ...categoryFields(category),
      assigned: category.budgeted,
      activity: category.activity,
      available: category.balance,
      underfunded,
    }));
  return {
    month: first.slice(0, 7),
    ...(input.only_underfunded
      ? {
        underfunded_total: sumOf(categories.map(({ underfunded }) => underfunded ?? 0)),
        ready_to_assign: planMonth.to_be_budgeted,
      }
      : {}),
    categories,
  };
}
