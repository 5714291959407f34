import type { CategoryGroupWithCategories } from "../../client/wire/category.ts";
import {
  type Call,
  type Handlers,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  monthOfCall,
  ok,
  type OpenPlan,
  openPlan,
  type Reply,
} from "../_call.ts";
import type { StoredCategory, StoredGroup } from "../_records.ts";
import { CARD_GROUP, INTERNAL_GROUP } from "../_system_names.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { categoryShape, groupShape } from "../shapes/category_shape.ts";

/** Answers for reads of categories. */
export const categoryHandlers: Handlers<
  "getCategories" | "getCategoryById" | "getMonthCategoryById"
> = { getCategories, getCategoryById, getMonthCategoryById };

/** Tells when a category or its figures of a month last changed. */
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
    server_knowledge: open.plan.knowledge,
  });
}

/** In a delta, a group comes with its changed categories only, or not at all. */
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
