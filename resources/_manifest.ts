/**
 * Every resource, loaded: for tests and pages. A server knows them by their definitions and
 * loads one when it is first read.
 *
 * @module
 */

import { loaders } from "./_loaders.ts";
import type { BudgetResource } from "./_resource.ts";

/** Every resource, in the order of their names. */
export const resources: readonly BudgetResource[] = await Promise.all(
  Object.values(loaders).map((load) => load()),
);
