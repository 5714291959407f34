import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { ToolDefinition } from "../tools/_definition.ts";
import { definitions } from "../tools/_definitions.ts";
import { isChanging, type Profile, profilesOf } from "../tools/_tool.ts";

/** Chooses the tools of a profile. */
export function toolsOf(profile: Profile, isWriteAllowed: boolean): readonly ToolDefinition[] {
  return definitions.filter((tool) =>
    profilesOf(tool).includes(profile) && (isWriteAllowed || !isChanging(tool))
  );
}

/** A tool as clients list it. */
export type ListedTool = ListToolsResult["tools"][number];

/** Gives what clients are told of a tool. */
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
