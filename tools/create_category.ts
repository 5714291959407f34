import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create a category",
  description:
    "Creates a category permanently: the API can't delete one, so check list_category_groups " +
    "first. To rename or move one use update_category.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  isIdempotent: false,
  example: {
    args: { group_id: "Fun", name: "Concerts" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    group_id: reference.describe("Id or name"),
    name: z.string().min(1).max(255),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["createCategory"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { newCategoryDraft } = await import("../changes/kinds/create_category.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"createCategory">> => ({
    draft: newCategoryDraft(input, {
      planId,
      categories: await fresh.getCategories({ planId }),
      rereadCategories: () => uncached.getCategories({ planId }),
    }),
  });
  return await change({ build });
}
