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
import {
  type Call,
  created,
  Fields,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  monthOfCall,
  ok,
  type OpenPlan,
  openPlan,
  planOf,
  type Reply,
} from "./call.ts";
import { categoryShape, groupShape } from "./shapes.ts";
import { targetAfter } from "./target_rules.ts";

/** Server knowledge at which a category or its figures for a month last changed. */
export function categoryKnowledge(
  { id, deleted, knowledge }: StoredCategory,
  { stamps }: DemoPlan,
  month: string,
): { readonly deleted: boolean; readonly knowledge: number } {
  return { deleted, knowledge: Math.max(knowledge, stamps.ofCategory(month, id)) };
}

function getCategories(call: Call): Reply {
  const open = openPlan(call);
  const since = knowledgeOfCall(call);
  const groups = open.records.groups.toSorted((one, other) => systemRank(one) - systemRank(other));
  return ok({
    category_groups: groups.flatMap((group) => wantedGroup(group, open, since)),
  }, open.plan);
}

/** A delta includes only groups with changed categories, and only those categories. */
function wantedGroup(
  group: StoredGroup,
  { plan, figures, records }: OpenPlan,
  since: number | null,
): CategoryGroupWithCategories[] {
  const month = figures.currentMonth;
  const categories = records.categories
    .filter(({ category_group_id }) => category_group_id === group.id)
    .filter((category) => isWanted(categoryKnowledge(category, plan, month), since))
    .map((category) => categoryShape(category, { plan, figures, month }));
  const isChanged = since !== null && categories.length > 0;
  return isWanted(group, since) || isChanged ? [{ ...groupShape(group), categories }] : [];
}

function getCategoryById(call: Call): Reply {
  const { plan, figures } = openPlan(call);
  const category = liveRecord(plan.categories, call.params["category_id"]);
  const month = figures.currentMonth;
  return ok({ category: categoryShape(category, { plan, figures, month }) });
}

function getMonthCategoryById(call: Call): Reply {
  const shown = monthOfCall(call);
  const category = liveRecord(shown.plan.categories, call.params["category_id"]);
  return ok({ category: categoryShape(category, shown) });
}

function systemRank({ name }: StoredGroup): number {
  if (name === INTERNAL_GROUP) return 0;
  return name === CARD_GROUP ? 1 : 2;
}

const NAME_LIMIT = 255;
const GROUP_NAME_LIMIT = 50;
const NOTE_LIMIT = 5000;

function createCategory(call: Call): Reply {
  const open = openPlan(call);
  const { plan } = open;
  const fields = Fields.of(call.body, "category");
  const name = requiredName(fields, NAME_LIMIT);
  const group = requestedGroup(fields, plan);
  if (group === undefined) throw fields.refuse("category group is required");
  const note = fields.text("note", NOTE_LIMIT) ?? null;
  const category = plan.write(call.now, () => {
    const category = newCategory({ name, note, category_group_id: group.id }, plan);
    saveTarget(category, fields, open);
    return category;
  });
  return created(saved(category, call), plan);
}

/** Like YNAB, ignores an assigned amount or a target type in this request. */
function updateCategory(call: Call): Reply {
  const open = openPlan(call);
  const { plan } = open;
  const category = liveRecord(plan.categories, call.params["category_id"]);
  const fields = Fields.of(call.body, "category");
  if (category.internal) throw fields.refuse("internal categories cannot be updated");
  const name = fields.text("name", NAME_LIMIT) ?? undefined;
  if (name !== undefined && name.trim() === "") throw fields.refuse("name must not be blank");
  const group = requestedGroup(fields, plan);
  const note = fields.text("note", NOTE_LIMIT);
  const isMoved = group !== undefined && group.id !== category.category_group_id;
  const isRenamed = name !== undefined && name !== category.name;
  if (plan.cardCategoryIds.has(category.id) && (isMoved || isRenamed)) {
    throw fields.refuse("Credit Card Payment categories cannot be renamed or moved");
  }
  plan.write(call.now, () => {
    plan.change(category, {
      ...(name === undefined ? {} : { name }),
      ...(note === undefined ? {} : { note }),
      ...(group === undefined ? {} : { category_group_id: group.id }),
    });
    saveTarget(category, fields, open);
  });
  return ok(saved(category, call), plan);
}

function createCategoryGroup(call: Call): Reply {
  const plan = planOf(call);
  const name = requiredName(Fields.of(call.body, "category_group"), GROUP_NAME_LIMIT);
  const group = plan.write(call.now, () => newGroup(name, plan));
  return created({ category_group: groupShape(group) }, plan);
}

function updateCategoryGroup(call: Call): Reply {
  const plan = planOf(call);
  const group = liveRecord(plan.groups, call.params["category_group_id"]);
  const fields = Fields.of(call.body, "category_group");
  const name = requiredName(fields, GROUP_NAME_LIMIT);
  if (group.internal) throw fields.refuse("internal category groups cannot be updated");
  plan.write(call.now, () => plan.change(group, { name }));
  return ok({ category_group: groupShape(group) }, plan);
}

function saveTarget(category: StoredCategory, fields: Fields, { plan, figures }: OpenPlan): void {
  const target = targetAfter(fields, {
    target: category.target,
    isCardPayment: plan.cardCategoryIds.has(category.id),
    isLoanPaired: category.loan_paired,
    currentMonth: figures.currentMonth,
  });
  if (target === undefined) return;
  plan.change(category, { target });
  for (const { month } of figures.months) plan.touch(month, category.id);
}

function saved(category: StoredCategory, call: Call): Record<string, unknown> {
  const { plan, figures } = openPlan(call);
  const month = figures.currentMonth;
  return { category: categoryShape(category, { plan, figures, month }) };
}

function requestedGroup(fields: Fields, plan: DemoPlan): StoredGroup | undefined {
  const id = fields.id("category_group_id");
  if (id === undefined || id === null) return undefined;
  const group = plan.groups.get(id);
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
  const group = plainGroup({ id: crypto.randomUUID(), name, internal: isInternal });
  plan.add("groups", group);
  return group;
}

export function newCategory(
  named: Pick<StoredCategory, "name" | "note" | "category_group_id">,
  plan: DemoPlan,
): StoredCategory {
  const category = plainCategory({ id: crypto.randomUUID(), ...named });
  plan.add("categories", category);
  return category;
}
