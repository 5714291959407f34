import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Update a category",
  description:
    "Renames a category, moves it to another group or changes its note (null removes it); " +
    "what is left out stays. For its assigned amount use set_category_budget.",
  profiles: ["fuller", "reduced"],
  isDestructive: true,
  isIdempotent: true,
  example: {
    args: { category_id: "Coffee", name: "Coffee & Tea" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    category_id: reference.describe("Id or name"),
    name: z.string().min(1).max(255).optional(),
    group_id: reference.optional().describe("Id or name"),
    note: z.string().max(5000).nullable().optional(),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["updateCategory"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, profile }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { updateDraft } = await import("../changes/kinds/update_category.ts");
  const { plan_id: planId, name, group_id: groupId, note } = input;
  if (name === undefined && groupId === undefined && note === undefined) {
    throw new ToolError("invalid_input", "nothing to change is named: give name, group_id or note");
  }
  if (note?.includes("\0")) {
    throw new ToolError("invalid_input", "note holds a NUL character: leave it out");
  }
  const build = async (): Promise<Proposal<"updateCategory">> =>
    updateDraft(input, {
      planId,
      categories: await fresh.getCategories({ planId }),
      rereadCategories: () => uncached.getCategories({ planId }),
      isUndoable: profile !== "reduced",
    });
  return await change({ build });
}
