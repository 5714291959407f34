/**
 * What a client is told about a tool.
 *
 * @module
 */

import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { operationLine } from "../client/operations.ts";
import { jsonSchemasOf } from "./json_schema.ts";
import { isChanging, type Profile, type Tool } from "../tools/_tool.ts";

/** A tool as `tools --json` prints it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly annotations: ToolAnnotations;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

/**
 * Derives a tool's hints.
 *
 * @returns Annotations; a tool without writes only reads.
 */
export function annotationsOf(tool: Tool): ToolAnnotations {
  const isReadOnly = !isChanging(tool);
  const { isDestructive = true, isIdempotent = false } = tool.summary;
  return {
    readOnlyHint: isReadOnly,
    ...(isReadOnly ? {} : { destructiveHint: isDestructive }),
    idempotentHint: isReadOnly || isIdempotent,
    openWorldHint: true,
  };
}

/**
 * Describes a tool.
 *
 * @param profile The profile that its requests are told for.
 */
export function describeTool(tool: Tool, profile: Profile = "complete"): ToolDescription {
  const { input, output } = jsonSchemasOf(tool);
  return {
    name: tool.name,
    title: tool.summary.title,
    description: tool.summary.description,
    reads: tool.reads[profile].map(operationLine),
    writes: tool.writes[profile].map(operationLine),
    annotations: annotationsOf(tool),
    inputSchema: input,
    outputSchema: output,
  };
}
