import { z } from "zod";
import { isInternalCategory, isInternalGroup } from "../domain/base/special_categories.ts";
import { foreignText, listOf, shortId } from "../tools/_schema.ts";
import type { ContentOf, ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans/{plan_id}/categories",
  name: "categories",
  title: "A plan's categories",
  description: "Category groups with their categories; hidden ones are marked",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  output: z.object({
    groups: listOf(
      z.object({
        group_id: shortId(),
        name: foreignText(),
        hidden: z.boolean(),
        categories: z.array(z.object({
          category_id: shortId(),
          name: foreignText(),
          hidden: z.boolean(),
        })),
      }),
      { rest: "get_category_balances lists the categories of one group" },
    ),
  }),
};

export const reads = ["getCategories"] as const;

export async function read(
  { cached, planId }: ResourceContext<typeof reads>,
): Promise<ContentOf<typeof schema>> {
  const { groups } = await cached.getCategories({ planId });
  return {
    groups: groups.filter((group) => !isInternalGroup(group)).map((group) => ({
      ...group,
      group_id: group.id,
      categories: group.categories.filter((one) => !isInternalCategory(one))
        .map((category) => ({ ...category, category_id: category.id })),
    })),
  };
}
