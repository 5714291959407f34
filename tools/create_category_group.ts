import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create a category group",
  description:
    "Creates a category group permanently, still empty; create_category and update_category " +
    "fill it.",
  profiles: ["complete"],
  isDestructive: false,
  isIdempotent: false,
  example: {
    args: { name: "Travel" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    name: z.string().min(1).max(50),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["createCategoryGroup"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { newGroupDraft } = await import("../changes/kinds/create_category_group.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"createCategoryGroup">> => {
    const { groups, deletedIds } = await fresh.getCategories({ planId });
    const rereadGroups = async (): Promise<typeof groups> =>
      (await uncached.getCategories({ planId })).groups;
    return { draft: newGroupDraft(input, { planId, groups, deletedIds, rereadGroups }) };
  };
  return await change({ build });
}
