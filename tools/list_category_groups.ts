import { z } from "zod";
import { categoryGroups } from "../domain/plan/category_groups.ts";
import { foreignText, listOf, planId, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List category groups",
  description:
    "Lists category groups with their categories and each category's target in words. For " +
    "amounts use get_category_balances.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: z.strictObject({ plan_id: planId, include_hidden: z.boolean().default(false) }),
  output: z.object({
    groups: listOf(z.object({
      group_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      categories: listOf(z.object({
        category_id: shortId({ namedBy: "name" }),
        name: foreignText(),
        target: z.string().optional(),
      })),
    })),
  }),
};

export const reads = ["getCategories"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { groups } = await cached.getCategories({ planId: input.plan_id });
  const format = moneyFormat(input.plan_id);
  const includeHidden = input.include_hidden;
  return { groups: categoryGroups(groups, { includeHidden, format, today }) };
}
