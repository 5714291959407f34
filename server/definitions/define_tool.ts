/**
 * Makes the definition of a tool from its file.
 *
 * @module
 */

import type { ToolDefinition, ToolHints } from "../../tools/_definition.ts";
import { isChanging, type Tool } from "../../tools/_tool.ts";
import { jsonSchemasOf } from "./json_schema.ts";

/**
 * Derives a tool's hints.
 *
 * @returns Annotations; a tool without writes only reads.
 */
function hintsOf(tool: Tool): ToolHints {
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
 * Defines a tool.
 *
 * @param tool The tool, loaded.
 * @returns What is served of it without loading it.
 */
export function defineTool(tool: Tool): ToolDefinition {
  const { title, description, profiles, alwaysLoad } = tool.summary;
  const { input, output } = jsonSchemasOf(tool);
  return {
    name: tool.name,
    title,
    description,
    profiles,
    reads: tool.reads,
    writes: tool.writes,
    annotations: hintsOf(tool),
    ...(alwaysLoad === true ? { alwaysLoad } : {}),
    inputSchema: input,
    outputSchema: output,
  };
}
