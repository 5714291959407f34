import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { capabilitiesOf, VIEWS_EXTENSION } from "../asker.ts";

/** What a page of a view is, exactly. */
export const VIEW_MIME_TYPE = "text/html;profile=mcp-app";

/** Tells whether the client of a request has said that it shows pages as ours are. */
export function showsViews(server: McpServer, context: ServerContext): boolean {
  const { extensions = {} } = capabilitiesOf(server, context) ?? {};
  const declared = (extensions as Readonly<Record<string, unknown>>)[VIEWS_EXTENSION];
  const types = (declared as { readonly mimeTypes?: unknown } | undefined)?.mimeTypes;
  return Array.isArray(types) && types.includes(VIEW_MIME_TYPE);
}
