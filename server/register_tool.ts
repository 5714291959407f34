/**
 * Registers tools with the SDK.
 *
 * @module
 */

import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { annotationsOf } from "./describe_tool.ts";
import { advertised, jsonSchemasOf } from "./json_schema.ts";
import { progressOf } from "./progress.ts";
import type { Session } from "./session.ts";
import { confirmForm, elicitationOf, FORM } from "./elicitation.ts";
import type { Tool } from "../tools/_tool.ts";

/** Key of an answer's `_meta` that counts the requests it made to upstream. */
export const REQUESTS_META = "budget-tool-server/ynab-requests";

/** Registers one tool. */
export function registerTool(server: McpServer, tool: Tool, session: Session): void {
  const { title, description, alwaysLoad } = tool.summary;
  server.registerTool(tool.name, {
    title,
    description,
    inputSchema: advertised(() => jsonSchemasOf(tool).input),
    outputSchema: advertised(() => jsonSchemasOf(tool).output),
    annotations: annotationsOf(tool),
    ...(alwaysLoad === true ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
  }, (args: unknown, context: ServerContext) => call(tool, args, { server, session, context }));
}

interface Caller {
  readonly server: McpServer;
  readonly session: Session;
  readonly context: ServerContext;
}

async function call(
  tool: Tool,
  args: unknown,
  { server, session, context }: Caller,
): Promise<CallToolResult | InputRequiredResult> {
  // Loaded at the first call: a start has no use for it.
  const { runTool } = await import("./run_tool.ts");
  const { signal } = context.mcpReq;
  const elicitation = elicitationOf(server, context);
  const reply = await runTool(
    { tool, args, signal, elicitation, ...progressOf(context) },
    session,
  );
  if (reply.question !== undefined) {
    const { code, text } = reply.question;
    return inputRequired({ inputRequests: { [FORM]: confirmForm(text) }, requestState: code });
  }
  return {
    content: [{ type: "text", text: reply.text }],
    ...(reply.structured === null ? {} : { structuredContent: { ...reply.structured } }),
    ...(reply.isError ? { isError: true } : {}),
    _meta: { [REQUESTS_META]: reply.upstreamRequests },
  };
}
