/**
 * Registers resources with the SDK.
 *
 * @module
 */

import {
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { BudgetResource } from "../resources/_resource.ts";
import { resources } from "../resources/_manifest.ts";
import type { Session } from "./session.ts";
import type { ListedTemplate } from "./views/view_offer.ts";

const JSON_TYPE = "application/json";

/** The templates as clients see them. */
export const resourceTemplates: readonly ListedTemplate[] = resources
  .filter(({ summary: { uri } }) => uri.includes("{"))
  .map(({ summary: { name, uri, title, description } }) => ({
    name,
    uriTemplate: uri,
    title,
    description,
    mimeType: JSON_TYPE,
  }));

/** Registers one resource. */
export function registerResource(
  server: McpServer,
  resource: BudgetResource,
  session: Session,
): void {
  const { uri, name, title, description } = resource.summary;
  const config = { title, description, mimeType: JSON_TYPE };
  if (!uri.includes("{")) {
    server.registerResource(
      name,
      uri,
      config,
      (url: URL, context: ServerContext) => answer(resource, { url, plan: null, context }, session),
    );
    return;
  }
  server.registerResource(
    name,
    new ResourceTemplate(uri, { list: undefined }),
    config,
    (url: URL, variables, context: ServerContext) => {
      const plan = String(variables["plan_id"] ?? "");
      return answer(resource, { url, plan, context }, session);
    },
  );
}

interface Asked {
  readonly url: URL;
  readonly plan: string | null;
  readonly context: ServerContext;
}

async function answer(
  resource: BudgetResource,
  { url, plan, context: { mcpReq: { signal } } }: Asked,
  session: Session,
): Promise<ReadResourceResult> {
  // Loaded at the first read: a start has no use for it.
  const { readResource } = await import("./read_resource.ts");
  try {
    const text = await readResource({ resource, plan, signal }, session);
    return { contents: [{ uri: url.href, mimeType: JSON_TYPE, text }] };
  } catch (error) {
    const { protocolRefusal } = await import("./errors/protocol_refusal.ts");
    const failed = { event: "resource_failed", resource: resource.summary.uri } as const;
    throw protocolRefusal(error, { failed, uri: url.href, signal }, session);
  }
}
