import { cleanText } from "../domain/base/clean_text.ts";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { type Profile, profiles, type ToolDefinition } from "../tools/_tool.ts";
import { UsageError } from "./_usage_error.ts";

/** Which tools there are. */
export interface Offer {
  readonly profile: Profile;
  readonly isWriteAllowed: boolean;
}

/**
 * Finds a tool.
 *
 * @throws {UsageError} When there is no such tool, naming the nearest.
 */
export function namedTool(name: string, { profile, isWriteAllowed }: Offer): ToolDefinition {
  const offered = toolsOf(profile, isWriteAllowed);
  const found = offered.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  if (toolsOf(profile, true).some((tool) => tool.name === name)) {
    throw new UsageError(`${name} changes the plan: it is only there with --write`);
  }
  const elsewhere = profiles.find((one) => toolsOf(one, true).some((tool) => tool.name === name));
  if (elsewhere !== undefined) {
    throw new UsageError(`${name} is only there with --profile ${elsewhere}`);
  }
  const near = nearestWord(name, offered.map((tool) => tool.name));
  const help = near === null ? "budget-tool-server tools lists them" : `did you mean ${near}?`;
  throw new UsageError(`there is no tool ${cleanText(name)}: ${help}`);
}
