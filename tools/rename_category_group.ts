import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Rename a category group",
  description:
    "Renames a category group. Hiding or deleting one takes YNAB's app. For a category use " +
    "update_category.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    args: { group_id: "Fun", name: "Leisure" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    group_id: reference.describe("Id or name"),
    name: z.string().min(1).max(50),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["updateCategoryGroup"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { groupNameDraft } = await import("../changes/kinds/rename_category_group.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"updateCategoryGroup">> => {
    const { groups, deletedIds } = await fresh.getCategories({ planId });
    const rereadGroups = async (): Promise<typeof groups> =>
      (await uncached.getCategories({ planId })).groups;
    return groupNameDraft(input, { planId, groups, deletedIds, rereadGroups });
  };
  return await change({ build });
}
