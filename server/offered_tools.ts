import type { ListToolsResult } from "@modelcontextprotocol/server";
import { operationLine } from "../client/operations.ts";
import { resources } from "../resources/_definitions.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import { definitions } from "../tools/_definitions.ts";
import {
  isChanging,
  type JsonSchema,
  type Profile,
  profilesOf,
  type ToolDefinition,
  type ToolHints,
} from "../tools/_tool.ts";

export function toolsOf(profile: Profile, isWriteAllowed: boolean): readonly ToolDefinition[] {
  return definitions.filter((tool) =>
    profilesOf(tool).includes(profile) && (isWriteAllowed || !isChanging(tool))
  );
}

/** Returns the tools that the server would offer only with other settings. */
export function missingTools(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return definitions.filter((tool) => !tools.includes(tool));
}

export function resourcesOf(profile: Profile): readonly BudgetResource[] {
  return resources.filter(({ summary }) => profilesOf(summary).includes(profile));
}

export type ListedTool = ListToolsResult["tools"][number];

/** Describes a tool for clients; includes an output schema only if answers have data. */
export function listedTool(
  { name, title, description, inputSchema, annotations, alwaysLoad, outputSchema }: ToolDefinition,
  hasData: boolean,
): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema,
    annotations,
    ...(alwaysLoad === true ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
    ...(hasData ? { outputSchema } : {}),
  };
}

/** A tool as `tools --json` prints it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly annotations: ToolHints;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

export function describeTool(
  { name, title, description, reads, writes, annotations, ...schemas }: ToolDefinition,
  profile: Profile = "complete",
): ToolDescription {
  const { inputSchema, outputSchema } = schemas;
  return {
    name,
    title,
    description,
    reads: reads[profile].map(operationLine),
    writes: writes[profile].map(operationLine),
    annotations,
    inputSchema,
    outputSchema,
  };
}
