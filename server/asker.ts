import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ElicitRequest,
  type Implementation,
  type InputRequest,
  inputRequired,
  type InputResponse,
  inputResponse,
  type McpServer,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Answered, UserAnswer } from "../changes/change_request.ts";
import type { AnswersMode } from "./server_options.ts";
import type { LoadProgress } from "../client/response.ts";
import type { ToolCall } from "./run_tool.ts";

/**
 * Clients that hide an answer's text from their model if the answer also has structured data. The
 * values are links to the evidence.
 */
const DATA_ONLY_CLIENTS: Readonly<Record<string, string>> = {
  "claude-code": "https://github.com/anthropics/claude-code/issues/79944",
  "codex-mcp-client": "https://github.com/openai/codex/pull/2594",
  "opencode": "https://github.com/anomalyco/opencode/pull/32074",
};

export const VIEWS_EXTENSION = "io.modelcontextprotocol/ui";

/** The exact MIME type of a view's page. */
export const VIEW_MIME_TYPE = "text/html;profile=mcp-app";

/** Key of the {@linkcode SessionClient} in a caller's `extra`. */
export const SESSION_CLIENT = "client";

/** An HTTP client that started a session. MCP versions after 2025 don't have sessions. */
export interface SessionClient {
  readonly name: string;
  readonly capabilities: ClientCapabilities;
  /** Shows a form. Absent if a different server process might receive the client's answer. */
  readonly ask?: AskInCall;
}

/**
 * Shows a form in the middle of a call. `send` sends the form with a request id. Returns the
 * client's answer; `undefined` if there is none.
 */
export type AskInCall = (asked: {
  readonly callId: string | number;
  readonly signal: AbortSignal;
  readonly send: (id: string) => Promise<void>;
}) => Promise<unknown>;

export interface Asker {
  readonly name: string | null;
  readonly showsForms: boolean;
  readonly showsViews: boolean;
  /**
   * Whether the client supports views, even if it can't show views of this server's MIME type.
   * Views display the data that a tool's answer contains.
   */
  readonly drawsData: boolean;
}

/** Returns the client's properties; declarations in the request override the session's. */
export function askerOf({ server }: McpServer, context: ServerContext): Asker {
  const { mcpReq } = context;
  const session = sessionClient(context);
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const client = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined ?? session ??
    server.getClientVersion();
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined ??
    session?.capabilities ?? server.getClientCapabilities();
  const { elicitation, extensions = {} } = capabilities ?? {};
  const views = (extensions as Readonly<Record<string, unknown>>)[VIEWS_EXTENSION];
  const types = (views as { readonly mimeTypes?: unknown } | undefined)?.mimeTypes;
  return {
    name: client?.name ?? null,
    // An empty object declares support for forms, the only kind of question in older protocol
    // versions.
    showsForms: elicitation !== undefined &&
      (Object.keys(elicitation).length === 0 || "form" in elicitation),
    showsViews: Array.isArray(types) && types.includes(VIEW_MIME_TYPE),
    drawsData: Object.hasOwn(extensions, VIEWS_EXTENSION),
  };
}

/** Whether a client gets only text, without structured content or output schemas. */
export function isTextOnly(mode: AnswersMode, { name, drawsData }: Asker): boolean {
  if (mode !== "auto") return mode === "text";
  return name !== null && Object.hasOwn(DATA_ONLY_CLIENTS, name) && !drawsData;
}

/** Name of the form and of its only checkbox. */
export const FORM = "confirm";

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

/**
 * Returns the user's answer, which the client sends by repeating the tool call; `null` on the first
 * call.
 */
export function userAnswer({ mcpReq }: ServerContext): UserAnswer | null {
  const code = mcpReq.requestState<unknown>();
  if (typeof code !== "string") return null;
  return { code, answered: answeredBy(mcpReq.inputResponses?.[FORM]), by: "form" };
}

/** How long the user may take to respond to a form, in milliseconds. */
const FORM_MS = 600_000;

/**
 * Shows a form during a call. Returns `null`, without showing a form, if the client sends the
 * user's answer by repeating the tool call. If there is no usable response, the user is treated as
 * not having answered.
 */
export async function askInCall(
  form: InputRequest,
  { server }: McpServer,
  context: ServerContext,
): Promise<Answered | null> {
  const { http, mcpReq: { id: callId, signal, envelope } } = context;
  const { method, params } = form;
  const ask = sessionClient(context)?.ask;
  if (ask !== undefined) {
    // Don't use the SDK's own request ids, which start at 0 in every call.
    const send = async (id: string): Promise<void> => {
      const message = { jsonrpc: "2.0", id, method, params: { ...params } } as const;
      await server.transport?.send(message, { relatedRequestId: callId });
    };
    return answeredBy(await ask({ callId, signal, send }));
  }
  // Requests have an envelope unless their protocol version is from 2025 or earlier.
  if (http !== undefined || envelope !== undefined) return null;
  try {
    const options = { relatedRequestId: callId, signal, timeout: FORM_MS };
    return answeredBy(await server.request(form as ElicitRequest, options));
  } catch (error) {
    // The SDK's own error doesn't say that nothing was written.
    const isLate = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
    return isLate ? "unanswered" : "failed";
  }
}

function sessionClient({ http }: ServerContext): SessionClient | undefined {
  return http?.authInfo?.extra?.[SESSION_CLIENT] as SessionClient | undefined;
}

function answeredBy(given: unknown): Answered {
  const response = inputResponse({ [FORM]: given as InputResponse }, FORM);
  if (response.kind !== "elicit") return "unanswered";
  if (response.action === "decline") return "declined";
  if (response.action === "cancel") return "cancelled";
  const ticked = response.content?.[FORM];
  if (ticked === true) return "confirmed";
  return ticked === false ? "declined" : "unanswered";
}

/** Sends progress notifications, if the client asked for them. */
export function progressOf({ mcpReq }: ServerContext): Pick<ToolCall, "onProgress"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    onProgress: onlyIncreasing((progress) => {
      const { bytes, total } = progress;
      const params = {
        progressToken,
        progress: bytes,
        ...(total === null ? {} : { total }),
        message: progressWords(progress),
      };
      // If the client has disconnected, keep loading, so that its next call finds the data.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    }),
  };
}

/**
 * Skips progress updates that don't increase the count, because a retry or reload restarts at zero.
 */
export function onlyIncreasing(
  onProgress: (progress: LoadProgress) => void,
): (progress: LoadProgress) => void {
  let shownBytes = 0;
  return (progress) => {
    if (progress.bytes <= shownBytes) return;
    shownBytes = progress.bytes;
    onProgress(progress);
  };
}

export function progressWords({ bytes, total }: LoadProgress): string {
  const size = (count: number): string => `${Math.round(count / 1_000_000)} MB`;
  const of = total === null ? "" : ` of ${size(total)}`;
  return `Loading all transactions (first time only): ${size(bytes)}${of}`;
}
