import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type InputRequest,
  inputRequired,
  type InputResponse,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Answered, UserAnswer } from "../changes/change_request.ts";
import type { AnswersMode } from "./server_options.ts";
import type { Elicitation } from "./tool_call.ts";

/** Clients that show their model only the data where there is any, and where that was found. */
export const DATA_ONLY_CLIENTS: Readonly<Record<string, string>> = {
  "claude-code": "https://github.com/anthropics/claude-code/issues/79944",
  "codex-mcp-client": "https://github.com/openai/codex/pull/2594",
  "opencode": "https://github.com/anomalyco/opencode/pull/32074",
};

/** What the form of an answer depends on. */
export interface Asker {
  /** Name that the client gives itself; `null` where it gives none. */
  readonly name: string | null;
  /** Whether it shows views, which draw the data. */
  readonly showsViews: boolean;
}

/** The extension of clients that show views. */
export const VIEWS_EXTENSION = "io.modelcontextprotocol/ui";

/** What a page of a view is, exactly. */
export const VIEW_MIME_TYPE = "text/html;profile=mcp-app";

/** Key of a caller's `extra` with the {@linkcode SessionClient}. */
export const SESSION_CLIENT = "client";

/** What a client of 2025 over HTTP declared when its session began. */
export interface SessionClient {
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  /** Shows forms; absent where the client's answer might reach another process. */
  readonly ask?: AskInCall;
}

/**
 * Shows a form in the middle of a call: `send` sends it under an id. Gives what the client
 * answered; `undefined` where it gave no answer.
 */
export type AskInCall = (asked: {
  readonly callId: string | number;
  readonly signal: AbortSignal;
  readonly send: (id: string) => Promise<void>;
}) => Promise<unknown>;

/** Gives what the session of a request says; `undefined` where there is none. */
export function sessionClientOf({ http }: ServerContext): SessionClient | undefined {
  return http?.authInfo?.extra?.[SESSION_CLIENT] as SessionClient | undefined;
}

/** Gives what the client of a request can do; `undefined` where it has not said so. */
export function capabilitiesOf(
  server: McpServer,
  context: ServerContext,
): ClientCapabilities | undefined {
  const ofRequest = envelopeOf(context)?.[CLIENT_CAPABILITIES_META_KEY];
  return ofRequest as ClientCapabilities | undefined ?? sessionClientOf(context)?.capabilities ??
    server.server.getClientCapabilities();
}

/** Gives who makes a request, as far as the form of an answer depends on it. */
export function askerOf(server: McpServer, context: ServerContext): Asker {
  const ofRequest = envelopeOf(context)?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const { name = null } = ofRequest ?? sessionClientOf(context) ??
    server.server.getClientVersion() ?? {};
  const { extensions = {} } = capabilitiesOf(server, context) ?? {};
  return { name, showsViews: Object.hasOwn(extensions, VIEWS_EXTENSION) };
}

function envelopeOf(context: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
}

/** Tells whether a client is given text alone: no data, and no schemas of data. */
export function isTextOnly(mode: AnswersMode, { name, showsViews }: Asker): boolean {
  if (mode !== "auto") return mode === "text";
  return name !== null && Object.hasOwn(DATA_ONLY_CLIENTS, name) && !showsViews;
}

/** Tells whether the client of a request has said that it shows pages as ours are. */
export function showsViews(server: McpServer, context: ServerContext): boolean {
  const { extensions = {} } = capabilitiesOf(server, context) ?? {};
  const declared = (extensions as Readonly<Record<string, unknown>>)[VIEWS_EXTENSION];
  const types = (declared as { readonly mimeTypes?: unknown } | undefined)?.mimeTypes;
  return Array.isArray(types) && types.includes(VIEW_MIME_TYPE);
}

/** Name of the form, and of the one box in it. */
export const FORM = "confirm";

/** Makes the form. */
export function confirmForm(text: string): InputRequest {
  return inputRequired.elicit({
    message: text,
    requestedSchema: {
      type: "object",
      properties: {
        [FORM]: { type: "boolean", title: "Yes, make this change", default: false },
      },
      required: [FORM],
    },
  });
}

/** Tells how the user of a request can be asked, and what they have answered already. */
export function elicitationOf(server: McpServer, context: ServerContext): Elicitation {
  return { isSupported: showsForms(server, context), response: userAnswer(context) };
}

function showsForms(server: McpServer, context: ServerContext): boolean {
  const elicitation = capabilitiesOf(server, context)?.elicitation;
  if (elicitation === undefined) return false;
  // An empty object stands for forms; so it was before there were other kinds.
  return Object.keys(elicitation).length === 0 || "form" in elicitation;
}

/** The answer of a call that comes back with one; `null` for a first call. */
function userAnswer(context: ServerContext): UserAnswer | null {
  const code = context.mcpReq.requestState<unknown>();
  if (typeof code !== "string") return null;
  return { code, answered: answeredBy(inputResponse(context.mcpReq.inputResponses, FORM)) };
}

/** Has a client show a form in the middle of its call, and waits for the answer. */
export async function askedInCall(
  ask: AskInCall,
  { server, context: { mcpReq }, form: { method, params } }: {
    readonly server: McpServer;
    readonly context: ServerContext;
    readonly form: InputRequest;
  },
): Promise<Answered> {
  const result = await ask({
    callId: mcpReq.id,
    signal: mcpReq.signal,
    // Not by the SDK's own request: its ids begin at 0 in every call.
    send: async (id) =>
      await server.server.transport?.send(
        { jsonrpc: "2.0", id, method, params: { ...params } },
        { relatedRequestId: mcpReq.id },
      ),
  });
  return answeredBy(inputResponse({ [FORM]: result as InputResponse }, FORM));
}

function answeredBy(response: ReturnType<typeof inputResponse>): Answered {
  if (response.kind !== "elicit") return "unanswered";
  if (response.action === "decline") return "declined";
  if (response.action === "cancel") return "cancelled";
  const ticked = response.content?.[FORM];
  if (ticked === true) return "confirmed";
  return ticked === false ? "declined" : "unanswered";
}
