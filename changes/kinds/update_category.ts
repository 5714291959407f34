import { categoryLabel, nameWords } from "../../domain/plan/category_label.ts";
import {
  type GroupOfCategories,
  refuseNameClash,
  usableName,
} from "../../domain/plan/category_name_rules.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { isCardPaymentCategory } from "../../domain/base/special_categories.ts";
import { listed } from "../../domain/base/listed.ts";
import {
  type CategoryPlan,
  changeableCategory,
  type GroupedCategories,
  hiddenGroupWarning,
  type NotedCategory,
  openGroup,
} from "../rules/category_plan.ts";
import type { Fields, PreviewLine, Proposal } from "../change.ts";

/** What a category is to be; what is absent stays. */
export interface AskedUpdate {
  readonly category_id: string;
  readonly name?: string | undefined;
  readonly group_id?: string | undefined;
  /** `null` and empty text remove it. */
  readonly note?: string | null | undefined;
}

/** Where and how it is changed. */
export interface UpdatePlan extends CategoryPlan {
  /** Whether this server takes such changes back. */
  readonly isUndoable: boolean;
}

/** What the category is to be, looked up and checked. */
interface Wanted {
  readonly category: NotedCategory;
  readonly name: string;
  /** The group that it is to be in; `null` for one that the plan does not show. */
  readonly group: GroupOfCategories | null;
  readonly note: string | null;
}

/**
 * Proposes an update that holds only what changes.
 *
 * @throws {ToolError} For what upstream would refuse or do wrongly.
 */
export function updateDraft(asked: AskedUpdate, plan: UpdatePlan): Proposal<"updateCategory"> {
  const wanted = wantedOf(asked, plan);
  const { category, group } = wanted;
  const lines = changedLines(wanted, plan);
  if (lines.length === 0) {
    return { stop: { status: "nothing_to_do", message: "The category is like that already" } };
  }
  const after = changedFields(wanted);
  const isMoved = "category_group_id" in after;
  const fields = listed(lines.map(({ field }) => field), "and");
  const what = `the ${fields} of ${nameWords(category.name)}`;
  return {
    draft: {
      summary: `Change ${what}`,
      done: `Changed ${what}`,
      preview: lines,
      warnings: isMoved && group !== null ? hiddenGroupWarning(group) : [],
      steps: [{
        operation: "updateCategory",
        args: { planId: plan.planId, categoryId: category.id, category: after },
        targets: [{
          id: category.id,
          label: categoryLabel(category),
          before: fieldsNow(category, Object.keys(after)),
          after,
        }],
      }],
      irreversible: plan.isUndoable
        ? null
        : "this server's profile does not change categories back, so do it by hand",
      undoRequests: 1,
      readTargets: async () => categoriesNow(await plan.rereadCategories()),
    },
  };
}

/** Gives name, group and note by category id. */
function categoriesNow(
  { live }: Pick<GroupedCategories, "live">,
): ReadonlyMap<string, Fields> {
  const names = ["name", "category_group_id", "note"];
  return new Map(live.map((category) => [category.id, fieldsNow(category, names)]));
}

function wantedOf(asked: AskedUpdate, plan: UpdatePlan): Wanted {
  const refusals = new Refusals("argument");
  const found = refusals.attempt(
    "category_id",
    () => changeableCategory(asked.category_id, plan),
  );
  const isPayment = found !== null && isCardPaymentCategory(found);
  if (isPayment && (asked.name !== undefined || asked.group_id !== undefined)) {
    refusals.add(
      "category_id",
      `"${nameWords(found.name)}" belongs to a credit card and follows its account: ` +
        "only its note can be changed",
    );
  }
  const name = refusals.attempt("name", () => usableName(asked.name ?? found?.name ?? "x"));
  const { categories } = plan;
  const group = isPayment
    ? null
    : refusals.attempt("group_id", () =>
      asked.group_id === undefined
        ? categories.groups.find(({ id }) =>
          id === found?.category_group_id
        ) ?? null
        : openGroup(asked.group_id, plan));
  const isRenamedOrMoved = asked.name !== undefined || asked.group_id !== undefined;
  if (group !== null && name !== null && found !== null && isRenamedOrMoved) {
    refusals.attempt("name", () => refuseNameClash(name, group, found.id));
  }
  const category = refusals.passed(found);
  const note = asked.note === undefined ? category.note : asked.note;
  // A name that was not asked for stays as it is, letter by letter.
  const kept = asked.name === undefined ? category.name : name ?? category.name;
  return { category, name: kept, group, note: note || null };
}

function changedFields(
  { category, name, group, note }: Wanted,
): { name?: string; category_group_id?: string; note?: string | null } {
  const isMoved = group !== null && group.id !== category.category_group_id;
  return {
    ...(name === category.name ? {} : { name }),
    ...(isMoved ? { category_group_id: group.id } : {}),
    ...(note === (category.note || null) ? {} : { note }),
  };
}

function changedLines(wanted: Wanted, { categories }: CategoryPlan): readonly PreviewLine[] {
  const { category, group } = wanted;
  const fields = changedFields(wanted);
  const base = { id: category.id, label: categoryLabel(category) };
  const groupNow = categories.groups.find(({ id }) => id === category.category_group_id);
  const line = (field: string, before: string | null, after: string | null): PreviewLine => ({
    ...base,
    field,
    before,
    after,
    ...(field === "group" ? {} : { isOwnText: true }),
  });
  return [
    ...(fields.name === undefined ? [] : [line("name", category.name, fields.name)]),
    ...(fields.category_group_id === undefined
      ? []
      : [line("group", groupNow?.name ?? null, group?.name ?? null)]),
    ...(fields.note === undefined ? [] : [line("note", category.note || null, fields.note)]),
  ];
}

function fieldsNow(category: NotedCategory, names: readonly string[]): Fields {
  const { name, category_group_id, note } = category;
  const all: Fields = { name, category_group_id, note: note || null };
  return Object.fromEntries(names.map((one) => [one, all[one] ?? null]));
}
