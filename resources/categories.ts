/**
 * The category groups of a plan with their categories.
 *
 * @module
 */

import { cleanText } from "../domain/text/clean_text.ts";
import { isInternalCategory, isInternalGroup } from "../domain/plan/special_categories.ts";
import type { ResourceContext, ResourceSummary } from "./_resource.ts";

export const summary: ResourceSummary = {
  uri: "budget://plans/{plan_id}/categories",
  name: "categories",
  title: "Categories of a plan",
  description: "Category groups with their categories, hidden ones marked",
};

export const reads = ["getCategories"] as const;

export async function read({ cached, planId }: ResourceContext<typeof reads>): Promise<unknown> {
  const { groups } = await cached.getCategories({ planId });
  return {
    groups: groups.filter((group) => !isInternalGroup(group)).map((group) => ({
      group_id: group.id,
      name: cleanText(group.name),
      hidden: group.hidden,
      categories: group.categories.filter((one) => !isInternalCategory(one)).map((category) => ({
        category_id: category.id,
        name: cleanText(category.name),
        hidden: category.hidden,
      })),
    })),
  };
}
