import { z } from "zod";
import { hiddenGroupWarning, openGroup } from "../changes/rules/categories.ts";
import { categoryLabel, refuseNameClash, usableName } from "../domain/plan/category_label.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create a category",
  description: "Adds a category, which the API can't delete later. First check " +
    "list_category_groups for duplicates. Edit with update_category.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  example: { args: { group_id: "Fun", name: "Concerts" } },
};

export const schema = {
  input: changeInput({
    group_id: reference.describe("Id or name"),
    name: z.string().min(1).max(255),
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["createCategory"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  return await change(async () => {
    const categories = await fresh.getCategories({ planId });
    const name = usableName(input.name);
    const group = openGroup(input.group_id, categories);
    refuseNameClash(name, group);
    const fields = { name, category_group_id: group.id };
    const label = categoryLabel({ name, category_group_name: group.name });
    const line = { label, field: "category", before: null, after: name };
    return {
      draft: {
        summary: `Create the category ${label}`,
        done: `Created the category ${label}`,
        preview: [{ id: NEW_ID, ...line, isNew: true, isOwnText: true }],
        warnings: hiddenGroupWarning(group),
        steps: [{
          operation: "createCategory",
          args: { planId, category: fields },
          targets: [{ id: NEW_ID, label, before: null, after: fields }],
        }],
        irreversible: "categories can only be deleted in the YNAB app",
      },
    };
  });
}

/** Placeholder for the new category's id until YNAB assigns one. */
const NEW_ID = "new 1";
