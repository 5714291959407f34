import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Asker } from "./answer_form.ts";

/** The extension of clients that show views. */
export const VIEWS_EXTENSION = "io.modelcontextprotocol/ui";

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
