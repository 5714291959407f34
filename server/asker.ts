/**
 * Tells who asks, in both eras of the protocol: since 2026-07-28 each request says it,
 * before that the client said it once.
 *
 * @module
 */

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

/** Gives what the client of a request can do; `undefined` where it has not said so. */
export function capabilitiesOf(
  server: McpServer,
  context: ServerContext,
): ClientCapabilities | undefined {
  const ofRequest = envelopeOf(context)?.[CLIENT_CAPABILITIES_META_KEY];
  return ofRequest as ClientCapabilities | undefined ?? server.server.getClientCapabilities();
}

/** Gives who makes a request, as far as the form of an answer depends on it. */
export function askerOf(server: McpServer, context: ServerContext): Asker {
  const ofRequest = envelopeOf(context)?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const { name = null } = ofRequest ?? server.server.getClientVersion() ?? {};
  const { extensions = {} } = capabilitiesOf(server, context) ?? {};
  return { name, showsViews: Object.hasOwn(extensions, VIEWS_EXTENSION) };
}

function envelopeOf(context: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
}
