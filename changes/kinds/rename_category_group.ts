import { nameWords } from "../../domain/plan/category_label.ts";
import { refuseGroupNameClash, usableName } from "../../domain/plan/category_name_rules.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import type { Proposal } from "../change.ts";
import { changeableGroup, type GroupPlan, hiddenGroupWarning } from "../rules/category_plan.ts";

/** A group and the name that it is to have. */
export interface AskedGroupName {
  readonly group_id: string;
  readonly name: string;
}

/**
 * Proposes a name.
 *
 * @throws {ToolError} For one of upstream's own groups, and for a name that is taken.
 */
export function groupNameDraft(
  asked: AskedGroupName,
  plan: GroupPlan,
): Proposal<"updateCategoryGroup"> {
  const refusals = new Refusals("argument");
  const found = refusals.attempt("group_id", () => changeableGroup(asked.group_id, plan));
  const usable = refusals.attempt("name", () => usableName(asked.name));
  if (found !== null && usable !== null) {
    refusals.attempt("name", () => refuseGroupNameClash(usable, plan.groups, found.id));
  }
  const group = refusals.passed(found);
  const name = refusals.passed(usable);
  if (group.name === name) {
    return { stop: { status: "nothing_to_do", message: "The group has that name already" } };
  }
  const what = `the category group ${nameWords(group.name)} to ${nameWords(name)}`;
  return {
    draft: {
      summary: `Rename ${what}`,
      done: `Renamed ${what}`,
      preview: [{
        id: group.id,
        label: group.name,
        field: "name",
        before: group.name,
        after: name,
        isOwnText: true,
      }],
      warnings: hiddenGroupWarning(group),
      steps: [{
        operation: "updateCategoryGroup",
        args: { planId: plan.planId, categoryGroupId: group.id, categoryGroup: { name } },
        targets: [{
          id: group.id,
          label: group.name,
          before: { name: group.name },
          after: { name },
        }],
      }],
      irreversible: null,
      undoRequests: 1,
      readTargets: async () =>
        new Map((await plan.rereadGroups()).map(({ id, name }) => [id, { name }])),
    },
  };
}
