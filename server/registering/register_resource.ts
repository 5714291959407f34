import {
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ResourceDefinition } from "../../resources/_definition.ts";
import type { BudgetResource } from "../../resources/_resource.ts";
import type { Session } from "../session.ts";

const JSON_TYPE = "application/json";

/** What a resource is read with. */
export interface ResourceSource {
  /** Loads the resource. */
  readonly load: () => Promise<BudgetResource>;
  /** Gives what every call shares. */
  readonly open: () => Promise<Session>;
}

/** Registers one resource. */
export function registerResource(
  server: McpServer,
  { uri, name, title, description }: ResourceDefinition,
  source: ResourceSource,
): void {
  const config = { title, description, mimeType: JSON_TYPE };
  if (!uri.includes("{")) {
    server.registerResource(
      name,
      uri,
      config,
      (url: URL, context: ServerContext) => answer(source, { url, plan: null, context }),
    );
    return;
  }
  server.registerResource(
    name,
    new ResourceTemplate(uri, { list: undefined }),
    config,
    (url: URL, variables, context: ServerContext) => {
      const plan = String(variables["plan_id"] ?? "");
      return answer(source, { url, plan, context });
    },
  );
}

interface Asked {
  readonly url: URL;
  readonly plan: string | null;
  readonly context: ServerContext;
}

async function answer(
  { load, open }: ResourceSource,
  { url, plan, context: { mcpReq: { signal } } }: Asked,
): Promise<ReadResourceResult> {
  // Loaded at the first read: a start has no use for it.
  const [session, resource, { readResource }] = await Promise.all([
    open(),
    load(),
    import("../read_resource.ts"),
  ]);
  try {
    const text = await readResource({ resource, plan, signal }, session);
    return { contents: [{ uri: url.href, mimeType: JSON_TYPE, text }] };
  } catch (error) {
    const { protocolRefusal } = await import("../errors/protocol_refusal.ts");
    const failed = { event: "resource_failed", resource: resource.summary.uri } as const;
    throw protocolRefusal(error, { failed, uri: url.href, signal }, session);
  }
}
