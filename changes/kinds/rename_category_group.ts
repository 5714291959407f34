import type { ChangeKind } from "../kind.ts";
import { groupUpdate } from "../steps/group_update.ts";

/** The group gets its former name back. */
export const kind: ChangeKind = {
  steps: { updateCategoryGroup: groupUpdate },
};
