import { loaders } from "./_loaders.ts";
import type { BudgetResource } from "./_resource.ts";

/** Every resource, in the order of their names. */
export const resources: readonly BudgetResource[] = await Promise.all(
  Object.values(loaders).map((load) => load()),
);
