import type { ChangeKind } from "../kind.ts";
import { groupCreation } from "../steps/group_creation.ts";

/** There is no way back: YNAB's API deletes no group. */
export const kind: ChangeKind = {
  steps: { createCategoryGroup: groupCreation },
};
