/**
 * Offers views: their pages, the tools that only pages call, and a list of tools that
 * depends on who asks.
 *
 * @module
 */

import {
  type McpServer,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { showsViews, VIEW_MIME_TYPE } from "../client_capabilities.ts";
import { annotationsOf, metaOfTool } from "../describe_tool.ts";
import { jsonSchemasOf } from "../json_schema.ts";
import type { Session } from "../session.ts";
import type { Tool } from "../../tools/_tool.ts";
import { hiddenToolsOf } from "./hidden_tools.ts";
import type { ViewOffer } from "./view_offer.ts";
import { PAGES } from "./view_page.ts";

/** Offers views on a server whose tools and resources are registered. */
export function offerViews(server: McpServer, offer: ViewOffer): void {
  const { session, tools, templates } = offer;
  const hidden = hiddenToolsOf(session);
  for (const { name, config } of hidden) {
    server.registerTool(name, config, async (args: unknown, context: ServerContext) => {
      // Loaded at the first call: a start has no use for it.
      const { answerView } = await import("./answer_view.ts");
      return await answerView({ name, args, isShowing: showsViews(server, context) }, {
        ...offer,
        context,
      });
    });
  }
  // The SDK's own list knows no asker. Without views it is the same, but for `_meta`.
  server.server.setRequestHandler("tools/list", async (_request, context) => {
    const listed = await Promise.all(tools.map((tool) => listedTool(tool, session)));
    const shown = showsViews(server, context) ? hidden.map(({ listed }) => listed) : [];
    return { tools: [...listed, ...shown] };
  });
  server.registerResource(
    "view",
    new ResourceTemplate(`${PAGES}{page}`, { list: undefined }),
    { mimeType: VIEW_MIME_TYPE },
    (url: URL, _variables, context: ServerContext) =>
      readPage(url, { offer, context, hasKey: showsViews(server, context) }),
  );
  server.server.setRequestHandler(
    "resources/templates/list",
    () => ({ resourceTemplates: templates.map((template) => ({ ...template })) }),
  );
}

type ListedTool = Awaited<ReturnType<typeof listedTool>>;

async function listedTool(tool: Tool, session: Session): Promise<{
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" };
  readonly annotations: ReturnType<typeof annotationsOf>;
  readonly _meta?: Record<string, unknown>;
  readonly outputSchema: { readonly type: "object" };
}> {
  const { name, summary: { title, description } } = tool;
  const { input, output } = jsonSchemasOf(tool);
  const { pageAddress } = await import("./view_page.ts");
  const resourceUri = await pageAddress({ tool, session });
  const view = resourceUri === null
    ? {}
    // Older hosts know the flat key only.
    : { ui: { resourceUri }, "ui/resourceUri": resourceUri };
  const meta = { ...metaOfTool(tool), ...view };
  return {
    name,
    title,
    description,
    inputSchema: input as ListedTool["inputSchema"],
    annotations: annotationsOf(tool),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    outputSchema: output as ListedTool["outputSchema"],
  };
}

async function readPage(
  url: URL,
  { offer: { session, tools }, context, hasKey }: {
    readonly offer: ViewOffer;
    readonly context: ServerContext;
    readonly hasKey: boolean;
  },
): Promise<ReadResourceResult> {
  const { pageText, toolOfPage } = await import("./view_page.ts");
  const { viewOf } = await import("./view_of.ts");
  const name = toolOfPage(url.href);
  const tool = tools.find((one) => one.name === name && viewOf(one) !== null);
  if (tool === undefined) {
    const { ToolError } = await import("../../domain/errors/tool_error.ts");
    const { protocolRefusal } = await import("../errors/protocol_refusal.ts");
    const error = new ToolError("not_found", "there is no such page: ask for the tool again");
    const failed = { event: "resource_failed", resource: `${PAGES}{page}` } as const;
    throw protocolRefusal(error, { failed, uri: url.href, signal: context.mcpReq.signal }, session);
  }
  return {
    contents: [{
      uri: url.href,
      mimeType: VIEW_MIME_TYPE,
      text: await pageText({ tool, session, hasKey }),
      // It loads nothing, asks for nothing, and has no address of its own.
      _meta: {
        ui: {
          csp: { connectDomains: [], resourceDomains: [] },
          prefersBorder: true,
        },
      },
    }],
  };
}
