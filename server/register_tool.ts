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
import type { UserAnswer } from "../changes/change_request.ts";
import { showsViews } from "./client_capabilities.ts";
import { annotationsOf, metaOfTool } from "./describe_tool.ts";
import { advertised, jsonSchemasOf } from "./json_schema.ts";
import { progressOf } from "./progress.ts";
import type { Session } from "./session.ts";
import { confirmForm, elicitationOf, FORM } from "./elicitation.ts";
import type { Tool } from "../tools/_tool.ts";

/** Key of an answer's `_meta` that counts the requests it made to upstream. */
export const REQUESTS_META = "budget-tool-server/ynab-requests";

/** A call that a client, or a page that it shows, makes. */
export interface CalledTool {
  readonly tool: Tool;
  readonly args: unknown;
  /** What the user has clicked in a card. */
  readonly response?: UserAnswer;
}

/** Answers calls of one server. */
export type ToolCaller = (called: CalledTool, context: ServerContext) => Promise<CallToolResult>;

/** Registers one tool. */
export function registerTool(server: McpServer, tool: Tool, session: Session): void {
  const { title, description } = tool.summary;
  const meta = metaOfTool(tool);
  server.registerTool(tool.name, {
    title,
    description,
    inputSchema: advertised(() => jsonSchemasOf(tool).input),
    outputSchema: advertised(() => jsonSchemasOf(tool).output),
    annotations: annotationsOf(tool),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  }, (args: unknown, context: ServerContext) => call({ tool, args }, { server, session, context }));
}

/** Gives what answers calls that pages make: they are asked nothing in between. */
export function toolCaller(server: McpServer, session: Session): ToolCaller {
  return async (called, context) => {
    const answer = await call(called, { server, session, context });
    if ("content" in answer) return answer as CallToolResult;
    throw new TypeError(`${called.tool.name} asks a question of a page`);
  };
}

interface Caller {
  readonly server: McpServer;
  readonly session: Session;
  readonly context: ServerContext;
}

async function call(
  { tool, args, response }: CalledTool,
  { server, session, context }: Caller,
): Promise<CallToolResult | InputRequiredResult> {
  // Loaded at the first call: a start has no use for it.
  const { runTool } = await import("./run_tool.ts");
  const { signal } = context.mcpReq;
  const elicitation = response === undefined
    ? elicitationOf(server, context)
    : { isSupported: false, response };
  const isShowing = session.views !== null && showsViews(server, context);
  const reply = await runTool(
    { tool, args, signal, elicitation, showsViews: isShowing, ...progressOf(context) },
    session,
  );
  if (reply.question !== undefined) {
    const { code, text } = reply.question;
    return inputRequired({ inputRequests: { [FORM]: confirmForm(text) }, requestState: code });
  }
  const answer = {
    content: [{ type: "text" as const, text: reply.text }],
    ...(reply.structured === null ? {} : { structuredContent: { ...reply.structured } }),
    ...(reply.isError ? { isError: true } : {}),
    _meta: { [REQUESTS_META]: reply.upstreamRequests },
  };
  if (!isShowing) return answer;
  const { withView } = await import("./views/with_view.ts");
  return withView(answer, { tool, args, view: reply.view, session });
}
