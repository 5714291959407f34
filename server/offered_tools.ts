/**
 * Which tools a server offers.
 *
 * @module
 */

import { tools } from "../tools/_manifest.ts";
import { isChanging, type Profile, profilesOf, type Tool } from "../tools/_tool.ts";

/**
 * Chooses the tools of a profile.
 *
 * @param isWriteAllowed Whether tools that change the plan are among them.
 * @returns The tools, in the order of their names.
 */
export function toolsOf(profile: Profile, isWriteAllowed: boolean): readonly Tool[] {
  return tools.filter((tool) =>
    profilesOf(tool.summary).includes(profile) && (isWriteAllowed || !isChanging(tool))
  );
}
