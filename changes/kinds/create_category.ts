import type { ChangeKind } from "../kind.ts";
import { categoryCreation } from "../steps/category_creation.ts";

/** There is no way back: YNAB's API deletes no category. */
export const kind: ChangeKind = {
  steps: { createCategory: categoryCreation },
};
