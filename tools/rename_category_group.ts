import { z } from "zod";
import {
  changeableGroup,
  type GroupedCategories,
  hiddenGroupWarning,
} from "../changes/rules/categories.ts";
import { type FieldChange, fieldDraft, nothingToDo } from "../changes/rules/field_changes.ts";
import { settingStep } from "../changes/setting.ts";
import type { GroupRecord } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { refuseGroupNameClash, usableName } from "../domain/plan/category_label.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Rename a category group",
  description: "Changes a category group's name. To hide or delete groups, use the YNAB app. Use " +
    "update_category to rename a category.",
  profiles: ["complete"],
  isIdempotent: true,
  example: { args: { group_id: "Fun", name: "Leisure" } },
};

export const schema = {
  input: changeInput({
    group_id: reference.describe("Id or name"),
    name: z.string().min(1).max(50),
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["updateCategoryGroup"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  { fresh, change }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  return await change(async () => {
    const categories = await fresh.getCategories({ planId });
    const { group, name } = wantedName(input, categories);
    const { id } = group;
    if (group.name === name) return nothingToDo("The group already has that name");
    const fields: FieldChange = {
      id,
      label: cleanText(group.name),
      before: { name: group.name },
      after: { name },
      lines: [{ field: "name", before: group.name, after: name, isOwnText: true }],
    };
    return {
      draft: fieldDraft([fields], {
        verb: "Rename",
        past: "Renamed",
        what: `the category group ${cleanText(group.name)} to ${cleanText(name)}`,
        warnings: hiddenGroupWarning(group),
        steps: [settingStep("updateCategoryGroup", fields, { planId })],
      }),
    };
  });
}

function wantedName(
  input: Input,
  categories: GroupedCategories,
): { readonly group: GroupRecord; readonly name: string } {
  const refusals = new Refusals("argument");
  const group = refusals.attempt(
    "group_id",
    () => changeableGroup(input.group_id, categories),
  );
  const name = refusals.attempt("name", () => usableName(input.name));
  if (group !== null && name !== null) {
    refusals.attempt("name", () => refuseGroupNameClash(name, categories.groups, group.id));
  }
  return { group: refusals.passed(group), name: refusals.passed(name) };
}
