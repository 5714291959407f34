import { z } from "zod";
import {
  changeableCategory,
  type GroupedCategories,
  hiddenGroupWarning,
  type NotedCategory,
  openGroup,
} from "../changes/rules/categories.ts";
import {
  changedFields,
  type FieldChange,
  fieldDraft,
  nothingToDo,
  type ShownField,
} from "../changes/rules/field_changes.ts";
import { settingStep } from "../changes/setting.ts";
import { listed } from "../domain/base/clean_text.ts";
import { invalidInput, Refusals } from "../domain/base/tool_error.ts";
import { isCardPaymentCategory } from "../domain/base/special_categories.ts";
import {
  categoryLabel,
  nameAmong,
  nameWords,
  refuseNameClash,
  usableName,
} from "../domain/plan/category_label.ts";
import type { GroupWithCategories } from "../domain/base/plan_records.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Update a category",
  description:
    "Renames a category, moves it to another group or changes its note (null removes it); " +
    "omitted fields don't change. Use set_category_budget for the assigned amount.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: { args: { category_id: "Coffee", name: "Coffee & Tea" } },
};

export const schema = {
  input: changeInput({
    category_id: reference.describe("Id or name"),
    name: z.string().min(1).max(255).optional(),
    group_id: reference.optional().describe("Id or name"),
    note: z.string().max(5000).nullable().optional(),
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["updateCategory"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  { fresh, change, profile }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, name, group_id: groupId, note } = input;
  if (name === undefined && groupId === undefined && note === undefined) {
    throw invalidInput("nothing to change: pass name, group_id or note");
  }
  if (note?.includes("\0")) {
    throw invalidInput("note contains a NUL character: remove it");
  }
  return await change(async () => {
    const categories = await fresh.getCategories({ planId });
    const wanted = wantedCategory(input, categories);
    const { category, group } = wanted;
    const update = categoryChange(wanted, categories);
    if (update === null) return nothingToDo("The category already has these values");
    const fields = listed(update.lines.map(({ field }) => field), "and");
    const isMoved = "category_group_id" in update.after;
    return {
      draft: fieldDraft([update], {
        verb: "Change",
        past: "Changed",
        what: `the ${fields} of ${nameAmong(category, categories.live)}`,
        warnings: isMoved && group !== null ? hiddenGroupWarning(group) : [],
        steps: [settingStep("updateCategory", update, { planId })],
        irreversible: profile === "reduced"
          ? "the reduced profile can't undo category changes: revert this change in the YNAB app"
          : null,
      }),
    };
  });
}

interface Wanted {
  readonly category: NotedCategory;
  readonly name: string;
  /** The category's group after the change; `null` if unknown, or for a card payment category. */
  readonly group: GroupWithCategories | null;
  readonly note: string | null;
}

function wantedCategory(input: Input, categories: GroupedCategories): Wanted {
  const refusals = new Refusals("argument");
  const found = refusals.attempt(
    "category_id",
    () => changeableCategory(input.category_id, categories),
  );
  const isPayment = found !== null && isCardPaymentCategory(found);
  const isRenamedOrMoved = input.name !== undefined || input.group_id !== undefined;
  if (isPayment && isRenamedOrMoved) {
    refusals.add(
      "category_id",
      `"${nameWords(found.name)}" belongs to a credit card and has the card's name: you can ` +
        "change only the category's note",
    );
  }
  // If the call doesn't set a name, send the stored name exactly as it is.
  const name = input.name === undefined
    ? found?.name ?? null
    : refusals.attempt("name", () => usableName(input.name ?? ""));
  const { group_id: groupId } = input;
  const group = isPayment
    ? null
    : refusals.attempt("group_id", () =>
      groupId === undefined
        ? categories.groups.find(({ id }) =>
          id === found?.category_group_id
        ) ?? null
        : openGroup(groupId, categories));
  if (group !== null && name !== null && found !== null && isRenamedOrMoved) {
    refusals.attempt("name", () => refuseNameClash(name, group, found.id));
  }
  const category = refusals.passed(found);
  const note = input.note === undefined ? category.note : input.note;
  return { category, name: name ?? category.name, group, note: note || null };
}

function categoryChange(
  { category, name, group, note }: Wanted,
  { groups }: GroupedCategories,
): FieldChange | null {
  const groupNow = groups.find(({ id }) => id === category.category_group_id);
  const groupId = group?.id ?? category.category_group_id;
  const now = {
    name: category.name,
    category_group_id: category.category_group_id,
    note: category.note || null,
  };
  const changed = changedFields(now, { name, category_group_id: groupId, note });
  if (changed === null) return null;
  const lines = Object.keys(changed.after).map((field): ShownField =>
    field === "category_group_id"
      ? { field: "group", before: groupNow?.name ?? null, after: group?.name ?? null }
      : {
        field,
        before: changed.before[field] ?? null,
        after: changed.after[field] ?? null,
        isOwnText: true,
      }
  );
  return { id: category.id, label: categoryLabel(category), ...changed, lines };
}
