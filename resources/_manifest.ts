/**
 * Every resource, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

import * as accounts from "./accounts.ts";
import * as categories from "./categories.ts";
import * as plans from "./plans.ts";
import * as settings from "./settings.ts";
import { type BudgetResource, resourceOf } from "./_resource.ts";

/** Every resource. */
export const resources: readonly BudgetResource[] = [
  resourceOf(accounts),
  resourceOf(categories),
  resourceOf(plans),
  resourceOf(settings),
];
