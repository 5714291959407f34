import { type Profile, profilesOf } from "../tools/_tool.ts";
import { type BudgetResource, resourceOf } from "./_resource.ts";
import * as accounts from "./accounts.ts";
import * as categories from "./categories.ts";
import * as plans from "./plans.ts";
import * as settings from "./settings.ts";

/** All resources, in the order that hosts list them. */
export const resources: readonly BudgetResource[] = [
  resourceOf(accounts),
  resourceOf(categories),
  resourceOf(plans),
  resourceOf(settings),
];

/** Returns the resources of a profile. */
export function resourcesOf(profile: Profile): readonly BudgetResource[] {
  return resources.filter(({ summary }) => profilesOf(summary).includes(profile));
}
