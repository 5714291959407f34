/**
 * Which resources a server offers.
 *
 * @module
 */

import type { ResourceDefinition } from "../resources/_definition.ts";
import { definitions } from "../resources/_definitions.ts";
import { type Profile, profilesOf } from "../tools/_tool.ts";

/**
 * Chooses the resources of a profile.
 *
 * @returns The resources, in the order of their names.
 */
export function resourcesOf(profile: Profile): readonly ResourceDefinition[] {
  return definitions.filter((resource) => profilesOf(resource).includes(profile));
}
