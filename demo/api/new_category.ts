import type { DemoPlan } from "../model/demo_plan.ts";
import type { StoredCategory, StoredGroup } from "../model/records.ts";

/** Adds a group. */
export function newGroup(name: string, plan: DemoPlan, isInternal = false): StoredGroup {
  const group: StoredGroup = {
    id: crypto.randomUUID(),
    name,
    hidden: false,
    internal: isInternal,
    deleted: false,
    knowledge: 0,
  };
  plan.add("groups", group);
  return group;
}

/** Adds a category that is not internal. */
export function newCategory(
  named: Pick<StoredCategory, "name" | "note" | "category_group_id">,
  plan: DemoPlan,
): StoredCategory {
  const category: StoredCategory = {
    id: crypto.randomUUID(),
    ...named,
    hidden: false,
    internal: false,
    target: null,
    loan_paired: false,
    deleted: false,
    knowledge: 0,
  };
  plan.add("categories", category);
  return category;
}
