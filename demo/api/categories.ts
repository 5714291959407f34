import type { CategoryGroupWithCategories } from "../../client/wire/category.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  CARD_GROUP,
  INTERNAL_GROUP,
  plainCategory,
  plainGroup,
  type StoredCategory,
  type StoredGroup,
} from "../model/records.ts";
import type { Call, Fields, Handler } from "./call.ts";
import { categoryShape, groupShape } from "./shapes.ts";
import { targetAfter } from "./target_rules.ts";

/** A delta includes only the changed categories, in their groups. */
const getCategories: Handler = (call) => {
  const { figures: { currentMonth }, since, plan: { records, stamps } } = call;
  const changed = call.wanted(records.categories, (one) => stamps.ofCategory(currentMonth, one));
  const wantedGroups = call.wanted(records.groups);
  const groups = records.groups.toSorted((one, other) => systemRank(one) - systemRank(other));
  return {
    category_groups: groups.flatMap((group): CategoryGroupWithCategories[] => {
      const categories = changed.filter(({ category_group_id: id }) => id === group.id)
        .map((category) => categoryShape(category, call));
      const isChanged = since !== null && categories.length > 0;
      if (!wantedGroups.includes(group) && !isChanged) return [];
      return [{ ...groupShape(group), categories }];
    }),
  };
};

const getCategoryById: Handler = (call) => ({
  category: categoryShape(call.live(call.plan.categories, "category_id"), call),
});

const getMonthCategoryById: Handler = (call) => {
  const { month } = call;
  return { category: categoryShape(call.live(call.plan.categories, "category_id"), call, month) };
};

function systemRank({ name }: StoredGroup): number {
  if (name === INTERNAL_GROUP) return 0;
  return name === CARD_GROUP ? 1 : 2;
}

const NAME_LIMIT = 255;
const GROUP_NAME_LIMIT = 50;
const NOTE_LIMIT = 5000;

const createCategory: Handler = (call) => {
  const fields = call.fields("category");
  const name = requiredName(fields, NAME_LIMIT);
  const group = requestedGroup(fields);
  if (group === undefined) throw fields.refuse("category group is required");
  const note = fields.text("note", NOTE_LIMIT) ?? null;
  const category = call.write(() => {
    const category = newCategory({ name, note, category_group_id: group.id }, call.plan);
    saveTarget(category, fields, call);
    return category;
  });
  return { category: categoryShape(category, call) };
};

/** Updates a category; like YNAB, ignores an assigned amount or a target type in the request. */
const updateCategory: Handler = (call) => {
  const { plan } = call;
  const category = call.live(plan.categories, "category_id");
  const fields = call.fields("category");
  if (category.internal) throw fields.refuse("internal categories cannot be updated");
  const name = fields.text("name", NAME_LIMIT) ?? category.name;
  if (name.trim() === "") throw fields.refuse("name must not be blank");
  const category_group_id = requestedGroup(fields)?.id ?? category.category_group_id;
  const note = fields.text("note", NOTE_LIMIT);
  const isMoved = category_group_id !== category.category_group_id;
  if (plan.cardCategoryIds.has(category.id) && (isMoved || name !== category.name)) {
    throw fields.refuse("Credit Card Payment categories cannot be renamed or moved");
  }
  call.write(() => {
    plan.change(category, { name, category_group_id, ...(note === undefined ? {} : { note }) });
    saveTarget(category, fields, call);
  });
  return { category: categoryShape(category, call) };
};

const createCategoryGroup: Handler = (call) => {
  const name = requiredName(call.fields("category_group"), GROUP_NAME_LIMIT);
  return { category_group: groupShape(call.write(() => newGroup(name, call.plan))) };
};

const updateCategoryGroup: Handler = (call) => {
  const { plan } = call;
  const group = call.live(plan.groups, "category_group_id");
  const fields = call.fields("category_group");
  const name = requiredName(fields, GROUP_NAME_LIMIT);
  if (group.internal) throw fields.refuse("internal category groups cannot be updated");
  call.write(() => plan.change(group, { name }));
  return { category_group: groupShape(group) };
};

function saveTarget(category: StoredCategory, fields: Fields, { plan, figures }: Call): void {
  const target = targetAfter(fields, category, figures.currentMonth);
  if (target === undefined) return;
  plan.change(category, { target });
  for (const { month } of figures.months) plan.touch(month, category.id);
}

function requestedGroup(fields: Fields): StoredGroup | undefined {
  const id = fields.id("category_group_id");
  if (id === undefined || id === null) return undefined;
  const group = fields.plan.groups.get(id);
  if (group === undefined || group.deleted) {
    throw fields.refuse("category group does not exist in this budget");
  }
  if (group.internal) throw fields.refuse("an internal category group may not be specified");
  return group;
}

function requiredName(fields: Fields, limit: number): string {
  const name = fields.text("name", limit);
  if (!name || name.trim() === "") throw fields.refuse("name is required");
  return name;
}

export const categoryHandlers = {
  getCategories,
  getCategoryById,
  getMonthCategoryById,
  createCategory,
  updateCategory,
  createCategoryGroup,
  updateCategoryGroup,
};

export function newGroup(name: string, plan: DemoPlan, isInternal = false): StoredGroup {
  return plan.add("groups", plainGroup({ id: crypto.randomUUID(), name, internal: isInternal }));
}

export function newCategory(
  named: Pick<StoredCategory, "name" | "note" | "category_group_id">,
  plan: DemoPlan,
): StoredCategory {
  return plan.add("categories", plainCategory({ id: crypto.randomUUID(), ...named }));
}
