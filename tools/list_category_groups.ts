import { z } from "zod";
import { isInternalCategory, isInternalGroup } from "../domain/base/special_categories.ts";
import { targetInWords } from "../domain/targets/target_words.ts";
import { foreignText, listOf, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List category groups",
  description:
    "Lists category groups with their categories and a description of each target. Use " +
    "get_category_balances for amounts.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: planInput({ include_hidden: z.boolean().default(false) }),
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
  const words = { format: moneyFormat(input.plan_id), today };
  const isShown = (one: { readonly hidden: boolean }): boolean =>
    input.include_hidden || !one.hidden;
  const shown = groups.filter((group) => isShown(group) && !isInternalGroup(group));
  return {
    groups: shown.flatMap(({ id, name, categories: all }) => {
      const categories = all.filter((one) => isShown(one) && !isInternalCategory(one));
      // Leave out a group whose categories are all hidden. Keep an empty group, because users can
      // add categories to it.
      if (categories.length === 0 && all.length > 0) return [];
      return [{
        group_id: id,
        name,
        categories: categories.map((category) => ({
          category_id: category.id,
          name: category.name,
          target: targetInWords(category, words),
        })),
      }];
    }),
  };
}
