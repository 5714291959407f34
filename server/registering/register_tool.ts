import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { UserAnswer } from "../../changes/change_request.ts";
import { isolated } from "../../domain/base/clean_text.ts";
import type { ToolDefinition } from "../../tools/_definition.ts";
import { type AnswersMode, isTextOnly } from "../answer_form.ts";
import { askerOf, sessionClientOf } from "../asker.ts";
import { advertised } from "./advertised.ts";
import { askedInCall, confirmForm, elicitationOf, FORM } from "../elicitation.ts";
import { progressOf } from "../progress.ts";
import type { Session } from "../session.ts";
import { showsViews } from "../views/shows_views.ts";

/** Key of an answer's `_meta` that counts the requests it made to upstream. */
export const REQUESTS_META = "budget-tool-server/ynab-requests";

/** What a tool is called with. */
export interface ToolSource {
  /** Gives what every call shares. */
  readonly open: () => Promise<Session>;
  readonly answers: AnswersMode;
}

/**
 * Registers one tool. Clients list what the server's own handler gives; the SDK is told no
 * output schema, as whether an answer has data depends on who asks.
 */
export function registerTool(
  server: McpServer,
  { name, title, description, inputSchema, annotations }: ToolDefinition,
  source: ToolSource,
): void {
  server.registerTool(
    name,
    { title, description, inputSchema: advertised(inputSchema), annotations },
    (args: unknown, context: ServerContext) => call({ name, args }, { ...source, server, context }),
  );
}

/** A call that a client, or a page that it shows, makes. */
export interface CalledTool {
  readonly name: string;
  readonly args: unknown;
  /** What the user has clicked in a card. */
  readonly response?: UserAnswer;
}

/** Answers calls of one server. */
export type ToolCaller = (called: CalledTool, context: ServerContext) => Promise<CallToolResult>;

/**
 * Gives what answers calls that pages make: they are asked nothing in between, and get data
 * whatever their model is shown.
 */
export function toolCaller(server: McpServer, source: ToolSource): ToolCaller {
  return async (called, context) => {
    const answer = await call(called, { ...source, answers: "both", server, context });
    if ("content" in answer) return answer as CallToolResult;
    throw new TypeError(`${called.name} asks a question of a page`);
  };
}

interface Caller extends ToolSource {
  readonly server: McpServer;
  readonly context: ServerContext;
}

async function call(
  { name, args, response }: CalledTool,
  caller: Caller,
): Promise<CallToolResult | InputRequiredResult> {
  const { server, open, answers, context } = caller;
  // Loaded at the first call: a start has no use for it.
  const [session, tool, { runTool }] = await Promise.all([
    open(),
    import("../../tools/_load_tool.ts").then(({ loadTool }) => loadTool(name)),
    import("../run_tool.ts"),
  ]);
  const { signal } = context.mcpReq;
  const elicitation = response === undefined
    ? elicitationOf(server, context)
    : { isSupported: false, response };
  const isShowing = session.views !== null && showsViews(server, context);
  const asker = askerOf(server, context);
  const client = asker.name ?? undefined;
  const reply = await runTool(
    { tool, args, signal, elicitation, showsViews: isShowing, client, ...progressOf(context) },
    session,
  );
  if (reply.question !== undefined) {
    const { code, text, preview } = reply.question;
    // A page asks what it waits for: this question.
    const { principal, views } = session;
    if (preview !== null) views?.lastAnswers.keep({ principal, tool: name, args }, preview);
    const form = confirmForm(text);
    const ask = sessionClientOf(context)?.ask;
    if (ask === undefined) {
      return inputRequired({ inputRequests: { [FORM]: form }, requestState: code });
    }
    const answered = await askedInCall(ask, { server, context, form });
    return await call({ name, args, response: { code, answered } }, caller);
  }
  const hasData = reply.structured !== null && !isTextOnly(answers, asker);
  const answer: CallToolResult = {
    content: [{ type: "text", text: isolated(reply.text) }],
    ...(hasData ? { structuredContent: { ...reply.structured } } : {}),
    ...(reply.isError ? { isError: true } : {}),
    _meta: { [REQUESTS_META]: reply.upstreamRequests },
  };
  if (session.views === null) return answer;
  const { withView } = await import("../views/with_view.ts");
  return withView(answer, { tool, args, reply, session, isShowing });
}
