/**
 * What the client of a request has said that it can do.
 *
 * @module
 */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** The extension that has a host show views of a server: MCP Apps, SEP-1865. */
export const VIEWS_EXTENSION = "io.modelcontextprotocol/ui";

/** What a page of a view is, exactly. */
export const VIEW_MIME_TYPE = "text/html;profile=mcp-app";

/**
 * Gives what the client can do. Since 2026-07-28 each request says it; before, the
 * connection did.
 *
 * @returns What it declares; `undefined` where a request stands alone and says nothing.
 */
export function capabilitiesOf(
  server: McpServer,
  context: ServerContext,
): ClientCapabilities | undefined {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const ofRequest = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return ofRequest ?? server.server.getClientCapabilities();
}

/** Tells whether the client shows views. */
export function showsViews(server: McpServer, context: ServerContext): boolean {
  const extensions = capabilitiesOf(server, context)?.extensions as
    | Readonly<Record<string, unknown>>
    | undefined;
  const declared = extensions?.[VIEWS_EXTENSION] as { readonly mimeTypes?: unknown } | undefined;
  const types = declared?.mimeTypes;
  return Array.isArray(types) && types.includes(VIEW_MIME_TYPE);
}
