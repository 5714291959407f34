import type { ChangeKind } from "../kind.ts";
import { categoryUpdate } from "../steps/category_update.ts";

/** The category gets its former target back. */
export const kind: ChangeKind = {
  steps: { updateCategory: categoryUpdate },
};
