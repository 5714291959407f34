/**
 * How every resource is loaded, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

// deno-fmt-ignore-file

import { type BudgetResource, resourceOf } from "./_resource.ts";

/** Loads a resource by the name of its file. */
export const loaders: Readonly<Record<string, () => Promise<BudgetResource>>> = {
  accounts: async () => resourceOf("accounts", await import("./accounts.ts")),
  categories: async () => resourceOf("categories", await import("./categories.ts")),
  plans: async () => resourceOf("plans", await import("./plans.ts")),
  settings: async () => resourceOf("settings", await import("./settings.ts")),
};
