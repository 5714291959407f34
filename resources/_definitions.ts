// Written by scripts/generate.ts.

// deno-fmt-ignore-file

import { type BudgetResource, resourceOf } from "./_resource.ts";

/** All resources, sorted by name. */
export const resources: readonly BudgetResource[] = [
  { "summary":{"uri":"budget://plans/{plan_id}/accounts","name":"accounts","title":"A plan's open accounts","description":"All open accounts, with type and balance","profiles":["fuller","reduced"]},
    "reads":["getAccounts"],
    load: async () => resourceOf(await import("./accounts.ts")) },
  { "summary":{"uri":"budget://plans/{plan_id}/categories","name":"categories","title":"A plan's categories","description":"Category groups with their categories; hidden ones are marked","profiles":["fuller","reduced"]},
    "reads":["getCategories"],
    load: async () => resourceOf(await import("./categories.ts")) },
  { "summary":{"uri":"budget://plans","name":"plans","title":"Plans","description":"Plans with id, first and last month, and currency","profiles":["fuller","reduced"]},
    "reads":["getPlans"],
    load: async () => resourceOf(await import("./plans.ts")) },
  { "summary":{"uri":"budget://plans/{plan_id}/settings","name":"settings","title":"A plan's settings","description":"The plan's date and currency formats","profiles":["complete"]},
    "reads":["getPlanSettingsById"],
    load: async () => resourceOf(await import("./settings.ts")) },
];
