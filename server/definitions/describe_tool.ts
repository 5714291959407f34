import { operationLine } from "../../client/operations.ts";
import type { JsonSchema, ToolDefinition, ToolHints } from "../../tools/_definition.ts";
import type { Profile } from "../../tools/_tool.ts";

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

/** Describes a tool. */
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
