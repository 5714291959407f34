import { z } from "zod";
import { cleanText } from "../domain/base/clean_text.ts";
import { nameWords, refuseGroupNameClash, usableName } from "../domain/plan/category_label.ts";
import { changeInput, changeOutput } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create a category group",
  description: "Adds an empty category group. The API can't delete groups. Add categories with " +
    "create_category or update_category.",
  profiles: ["complete"],
  isDestructive: false,
  example: { args: { name: "Travel" } },
};

export const schema = {
  input: changeInput({ name: z.string().min(1).max(50) }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["createCategoryGroup"] as const;

/** Placeholder for the new category group's id until YNAB assigns one. */
const NEW_ID = "new 1";

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  return await change(async () => {
    const { groups: before } = await fresh.getCategories({ planId });
    const name = usableName(input.name);
    refuseGroupNameClash(name, before);
    const label = cleanText(name);
    const line = { label, field: "group", before: null, after: name };
    return {
      draft: {
        summary: `Create the category group ${nameWords(name)}`,
        done: `Created the category group ${nameWords(name)}`,
        preview: [{ id: NEW_ID, ...line, isNew: true, isOwnText: true }],
        warnings: [],
        steps: [{
          operation: "createCategoryGroup",
          args: { planId, categoryGroup: { name } },
          targets: [{ id: NEW_ID, label, before: null, after: { name } }],
        }],
        irreversible: "category groups can only be deleted in the YNAB app",
      },
    };
  });
}
