import {
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { Prompt } from "../prompts/_prompt.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import type { JsonSchema, ToolDefinition } from "../tools/_tool.ts";
import type { Permission } from "./advice.ts";
import type { ViewOffer } from "./answer_view.ts";
import { askerOf, isTextOnly, VIEW_MIME_TYPE } from "./asker.ts";
import { type ListedTool, listedTool } from "./offered_tools.ts";
import type { Registration } from "./serve_requests.ts";
import { pageAddresses, PAGES, pageText, toolOfPage } from "./views/view_page.ts";
import { viewOf, type ViewScope } from "./views/view_support.ts";

/**
 * Tools that only pages call. They are always registered, but listed only for clients that show
 * views.
 */
const HIDDEN = ["show_again", "decide_change", "hand_statement"] as const;

/** Loaded at the first request, because startup doesn't need this module. */
const serving = (): Promise<typeof import("./serve_requests.ts")> => import("./serve_requests.ts");

/**
 * Registers a tool. Clients get the list from {@linkcode registerViews}; the SDK gets no output
 * schema, because whether an answer has data depends on the client.
 */
export function registerTool(
  { name, title, description, inputSchema, annotations }: ToolDefinition,
  { server, open, answers }: Registration,
): void {
  server.registerTool(
    name,
    { title, description, inputSchema: advertised(inputSchema), annotations },
    async (args: unknown, context: ServerContext) => {
      const [{ callTool }, session] = await Promise.all([serving(), open()]);
      return await callTool({ name, args }, { server, session, answers, context });
    },
  );
}

/**
 * Registers a tool that isn't offered, without listing it. Calls to it return an explanation of
 * which settings enable the tool.
 */
export function registerMissingTool(
  tool: ToolDefinition,
  { server, permission }: Pick<Registration, "server"> & { readonly permission: Permission },
): void {
  const config = { inputSchema: advertised({ type: "object" }) };
  server.registerTool(tool.name, config, async () => {
    const { refuseMissingTool } = await serving();
    return refuseMissingTool(tool, permission);
  });
}

/** Registers a resource. A plan's resource has an address that includes the plan. */
export function registerResource(
  resource: BudgetResource,
  { server, open }: Registration,
): void {
  const { uri, name, title, description } = resource.summary;
  const config = { title, description, mimeType: "application/json" };
  const answer = async (
    url: URL,
    plan: string | null,
    { mcpReq: { signal } }: ServerContext,
  ): Promise<ReadResourceResult> => {
    const [{ serveResource }, session] = await Promise.all([serving(), open()]);
    return await serveResource(resource, { url, plan, signal }, session);
  };
  if (!uri.includes("{")) {
    server.registerResource(
      name,
      uri,
      config,
      (url: URL, context: ServerContext) => answer(url, null, context),
    );
    return;
  }
  server.registerResource(
    name,
    new ResourceTemplate(uri, { list: undefined }),
    config,
    (url: URL, variables, context: ServerContext) =>
      answer(url, String(variables["plan_id"] ?? ""), context),
  );
}

/** Registers a prompt, whose text depends on the tools that are offered. */
export function registerPrompt(
  prompt: Prompt,
  { server, open, tools }: Registration,
): void {
  const { summary: { name, title, description }, argumentsSchema } = prompt;
  const has = (tool: string): boolean => tools.some((one) => one.name === tool);
  server.registerPrompt(
    name,
    { title, description, argsSchema: advertised(argumentsSchema) },
    async (args: unknown, { mcpReq: { signal } }: ServerContext) => {
      const [{ servePrompt }, session] = await Promise.all([serving(), open()]);
      return await servePrompt(prompt, { args, has, signal }, session);
    },
  );
}

/** Registers views and the list of tools; both depend on whether the client shows views. */
export function registerViews(
  { server, open, answers, tools }: Registration,
  { scope, resources }: {
    /** `null` if the server offers no views. */
    readonly scope: ViewScope | null;
    readonly resources: readonly BudgetResource[];
  },
): void {
  // Replaces the SDK's handler, which lists the same tools for every client.
  server.server.setRequestHandler("tools/list", async (_request, context) => {
    const asker = askerOf(server, context);
    const hasData = !isTextOnly(answers, asker);
    const listed = tools.map((tool) => listedTool(tool, hasData));
    if (scope === null) return { tools: listed };
    const isShowing = asker.showsViews;
    return { tools: await withViews(listed, { tools, scope, isShowing }) };
  });
  if (scope !== null) offerViews({ server, open, answers, tools, scope, resources });
}

/** Registers views on a server that already has its tools and resources. */
function offerViews(offer: ViewOffer): void {
  const { server } = offer;
  for (const name of HIDDEN) {
    if (name === "decide_change" && !offer.scope.isWriteAllowed) continue;
    if (name === "hand_statement" && !hasStatements(offer)) continue;
    // This schema accepts anything: `registerViews` lists the real one, and the tool checks its
    // arguments when it is called.
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
  // Hosts find a page through its tool, so the template isn't listed.
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

async function withViews(
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
    const { protocolRefusal } = await serving();
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
      // The page loads nothing, sends no requests and doesn't have an origin.
      _meta: {
        ui: {
          csp: { connectDomains: [], resourceDomains: [] },
          prefersBorder: true,
        },
      },
    }],
  };
}

/**
 * Wraps a schema for the SDK, which advertises it but accepts any value: the server itself checks
 * the arguments and the answer.
 */
function advertised(schema: JsonSchema): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "budget-tool-server",
      validate: (value: unknown): { readonly value: unknown } => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
