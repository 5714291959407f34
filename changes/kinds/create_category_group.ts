import { nameWords } from "../../domain/plan/category_label.ts";
import { refuseGroupNameClash, usableName } from "../../domain/plan/category_name_rules.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import type { ChangeDraft, Fields } from "../change.ts";
import type { GroupPlan } from "../rules/category_plan.ts";

/** What the new group is called until upstream gives it an id. */
const NEW_ID = "new 1";

/**
 * Proposes a group.
 *
 * @throws {ToolError} `invalid_input` for a name that is taken.
 */
export function newGroupDraft(
  asked: { readonly name: string },
  { planId, groups, rereadGroups }: GroupPlan,
): ChangeDraft<"createCategoryGroup"> {
  const name = usableName(asked.name);
  refuseGroupNameClash(name, groups);
  const what = `the category group ${nameWords(name)}`;
  return {
    summary: `Create ${what}`,
    done: `Created ${what}`,
    preview: [{
      id: NEW_ID,
      label: name,
      field: "group",
      before: null,
      after: name,
      isNew: true,
      isOwnText: true,
    }],
    warnings: [],
    steps: [{
      operation: "createCategoryGroup",
      args: { planId, categoryGroup: { name } },
      targets: [{ id: NEW_ID, label: name, before: null, after: { name } }],
    }],
    irreversible: "YNAB lets nobody delete a category group through its API, only in its app",
    undoRequests: 0,
    // The name was free just before; that there is none yet proves nothing.
    readTargets: async () => {
      const found = (await rereadGroups()).find((one) => foldName(one.name) === foldName(name));
      return new Map<string, Fields>(
        found === undefined ? [] : [[NEW_ID, { id: found.id, name: found.name }]],
      );
    },
  };
}
