import { categoryLabel } from "../../domain/plan/category_label.ts";
import { refuseNameClash, usableName } from "../../domain/plan/category_name_rules.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import type { CategoryRecord } from "../../domain/base/plan_records.ts";
import {
  type CategoryPlan,
  type GroupedCategories,
  hiddenGroupWarning,
  openGroup,
} from "../rules/category_plan.ts";
import type { ChangeDraft, Fields } from "../change.ts";

/** What the new category is called until upstream gives it an id. */
const NEW_ID = "new 1";

/** A category to be made. */
export interface NewCategory {
  readonly group_id: string;
  readonly name: string;
}

/**
 * Proposes a category.
 *
 * @throws {ToolError} For a name that is taken and for groups of upstream's own.
 */
export function newCategoryDraft(
  asked: NewCategory,
  plan: CategoryPlan,
): ChangeDraft<"createCategory"> {
  const name = usableName(asked.name);
  const group = openGroup(asked.group_id, plan);
  refuseNameClash(name, group);
  const fields = { name, category_group_id: group.id };
  const label = categoryLabel({ name, category_group_name: group.name });
  const what = `the category ${label}`;
  return {
    summary: `Create ${what}`,
    done: `Created ${what}`,
    preview: [{
      id: NEW_ID,
      label,
      field: "category",
      before: null,
      after: name,
      isNew: true,
      isOwnText: true,
    }],
    warnings: hiddenGroupWarning(group),
    steps: [{
      operation: "createCategory",
      args: { planId: plan.planId, category: fields },
      targets: [{ id: NEW_ID, label, before: null, after: fields }],
    }],
    irreversible: "YNAB lets nobody delete a category through its API, only in its app",
    undoRequests: 0,
    readTargets: async () => createdNow(fields, await plan.rereadCategories()),
  };
}

/**
 * Finds the category that a lost answer may have made. The name was free just
 * before, so one that has it now is it; that there is none yet proves nothing.
 */
function createdNow(
  asked: Pick<CategoryRecord, "name" | "category_group_id">,
  { live }: Pick<GroupedCategories, "live">,
): ReadonlyMap<string, Fields | null> {
  const found = live.find(({ name, category_group_id: groupId }) =>
    groupId === asked.category_group_id && foldName(name) === foldName(asked.name)
  );
  if (found === undefined) return new Map();
  const { id, name, category_group_id } = found;
  return new Map([[NEW_ID, { id, name, category_group_id }]]);
}
