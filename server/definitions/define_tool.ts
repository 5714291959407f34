import type { ToolDefinition, ToolHints } from "../../tools/_definition.ts";
import { isChanging, type Tool } from "../../tools/_tool.ts";
import { jsonSchemasOf } from "./json_schema.ts";

/** Derives a tool's hints. */
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

/** Defines a tool. */
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
