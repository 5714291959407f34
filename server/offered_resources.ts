/**
 * Which resources a server offers.
 *
 * @module
 */

import { resources } from "../resources/_manifest.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import { type Profile, profilesOf } from "../tools/_tool.ts";

/**
 * Chooses the resources of a profile.
 *
 * @returns The resources, in the order of their names.
 */
export function resourcesOf(profile: Profile): readonly BudgetResource[] {
  return resources.filter(({ summary }) => profilesOf(summary).includes(profile));
}
