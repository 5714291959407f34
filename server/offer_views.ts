import {
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ViewOffer } from "./answer_view.ts";
import { askerOf, VIEW_MIME_TYPE } from "./asker.ts";
import { advertised, type ListedTool } from "./offered_tools.ts";
import { pageAddresses, PAGES, pageText, toolOfPage } from "./views/view_page.ts";
import { viewOf, type ViewScope } from "./views/view_support.ts";

/** Tools that only pages call: always registered, but listed only for clients that show views. */
const HIDDEN = ["show_again", "decide_change", "hand_statement"] as const;

/** Registers views on a server that already has its tools and resources. */
export function offerViews(offer: ViewOffer): void {
  const { server } = offer;
  for (const name of HIDDEN) {
    if (name === "decide_change" && !offer.scope.isWriteAllowed) continue;
    if (name === "hand_statement" && !hasStatements(offer)) continue;
    // The definition is listed elsewhere; arguments are checked when called.
    const config = { inputSchema: advertised({ type: "object" }) };
    server.registerTool(name, config, async (args: unknown, context: ServerContext) => {
      // Loaded at the first call; startup doesn't need it.
      const { answerView } = await import("./answer_view.ts");
      const isShowing = askerOf(server, context).showsViews;
      return await answerView({ name, args, context, isShowing }, offer);
    });
  }
  server.registerResource(
    "view",
    new ResourceTemplate(`${PAGES}{page}`, { list: undefined }),
    { mimeType: VIEW_MIME_TYPE },
    (url: URL, _variables, context: ServerContext) =>
      readPage(url, { offer, context, hasKey: askerOf(server, context).showsViews }),
  );
  // Hosts find pages through their tools, so the template isn't listed.
  server.server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: offer.resources.map(({ summary }) => summary)
      .filter(({ uri }) => uri.includes("{"))
      .map(({ uri: uriTemplate, name, title, description }) => ({
        name,
        uriTemplate,
        title,
        description,
        mimeType: "application/json",
      })),
  }));
}

/**
 * Lists tools with their pages and, for clients that show views,
 * the tools that only pages call.
 */
export async function withViews(
  listed: readonly ListedTool[],
  { tools, scope, isShowing }: Pick<ViewOffer, "tools"> & {
    readonly scope: ViewScope;
    readonly isShowing: boolean;
  },
): Promise<ListedTool[]> {
  const addressOf = await pageAddresses(scope);
  const byName = new Map(tools.map((tool) => [tool.name, addressOf(tool)]));
  const paged = listed.map((tool) => {
    const resourceUri = byName.get(tool.name) ?? null;
    if (resourceUri === null) return tool;
    // Older hosts know only the flat key.
    const view = { ui: { resourceUri }, "ui/resourceUri": resourceUri };
    return { ...tool, _meta: { ...tool._meta, ...view } };
  });
  if (!isShowing) return paged;
  const { hiddenTools } = await import("./views/hidden_tools.ts");
  return [...paged, ...hiddenTools({ ...scope, hasStatements: hasStatements({ tools }) })];
}

/** Whether statements can be compared here. */
function hasStatements({ tools }: Pick<ViewOffer, "tools">): boolean {
  return tools.some(({ name }) => name === "compare_statement");
}

async function readPage(
  url: URL,
  { offer: { scope, tools, open }, context, hasKey }: {
    readonly offer: ViewOffer;
    readonly context: ServerContext;
    readonly hasKey: boolean;
  },
): Promise<ReadResourceResult> {
  const name = toolOfPage(url.href);
  const tool = tools.find((one) => one.name === name && viewOf(one) !== null);
  if (tool === undefined) {
    const { ToolError } = await import("../domain/base/tool_error.ts");
    const { protocolRefusal } = await import("./serve_requests.ts");
    const error = new ToolError("not_found", "there is no such page: call the tool again");
    const failed = { event: "resource_failed", resource: `${PAGES}{page}` } as const;
    const { signal } = context.mcpReq;
    throw protocolRefusal(error, { failed, uri: url.href, signal }, await open());
  }
  return {
    contents: [{
      uri: url.href,
      mimeType: VIEW_MIME_TYPE,
      text: await pageText({ tool, scope, hasKey }),
      // The page loads nothing, sends no requests and has no origin of its own.
      _meta: {
        ui: {
          csp: { connectDomains: [], resourceDomains: [] },
          prefersBorder: true,
        },
      },
    }],
  };
}
