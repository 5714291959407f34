/**
 * Which tools a server offers, and what its clients are told of them.
 *
 * @module
 */

import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { ToolDefinition } from "../tools/_definition.ts";
import { definitions } from "../tools/_definitions.ts";
import { isChanging, type Profile, profilesOf } from "../tools/_tool.ts";

/**
 * Chooses the tools of a profile.
 *
 * @param isWriteAllowed Whether tools that change the plan are among them.
 * @returns The tools, in the order of their names.
 */
export function toolsOf(profile: Profile, isWriteAllowed: boolean): readonly ToolDefinition[] {
  return definitions.filter((tool) =>
    profilesOf(tool).includes(profile) && (isWriteAllowed || !isChanging(tool))
  );
}

/** A tool as clients list it. */
export type ListedTool = ListToolsResult["tools"][number];

/**
 * Gives what clients are told of a tool.
 *
 * @param definition The tool.
 * @returns The tool with the schema of its data; clients that get none are not told it.
 */
export function listedTool(definition: ToolDefinition): ListedTool {
  const { name, title, description, inputSchema, annotations, alwaysLoad, outputSchema } =
    definition;
  return {
    name,
    title,
    description,
    inputSchema,
    annotations,
    ...(alwaysLoad === true ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
    outputSchema,
  };
}
