import type { ResourceDefinition } from "../resources/_definition.ts";
import { definitions } from "../resources/_definitions.ts";
import { type Profile, profilesOf } from "../tools/_tool.ts";

/** Chooses the resources of a profile. */
export function resourcesOf(profile: Profile): readonly ResourceDefinition[] {
  return definitions.filter((resource) => profilesOf(resource).includes(profile));
}
