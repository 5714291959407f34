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
import type { HiddenTool } from "./views/hidden_tools.ts";
import { viewOf, type ViewScope } from "./views/view_support.ts";

/**
 * Registers a tool. Clients get the list from {@linkcode registerViews}; the SDK gets no output
 * schema, because whether an answer has data depends on the client.
 */
export function registerTool(
  { name, title, description, inputSchema, annotations }: ToolDefinition,
  { server, open, caller, answers }: Registration,
): void {
  server.registerTool(
    name,
    { title, description, inputSchema: advertised(inputSchema), annotations },
    async (args: unknown, context: ServerContext) => {
      // Loaded at the first request, as below, because startup doesn't need this module.
      const [{ callTool }, session] = await Promise.all([
        import("./serve_requests.ts"),
        open(caller),
      ]);
      return await callTool({ name, args }, { server, session, answers, context });
    },
  );
}

/**
 * Registers a tool that isn't offered, without listing it. Calls to it explain which settings
 * enable the tool.
 */
export function registerMissingTool(
  tool: ToolDefinition,
  { server, permission }: Pick<Registration, "server"> & { readonly permission: Permission },
): void {
  const config = { inputSchema: advertised({ type: "object" }) };
  server.registerTool(tool.name, config, async () => {
    const { refuseMissingTool } = await import("./serve_requests.ts");
    return refuseMissingTool(tool, permission);
  });
}

/** Registers a resource. A plan's resource has an address that includes the plan. */
export function registerResource(
  resource: BudgetResource,
  { server, open, caller }: Registration,
): void {
  const { uri, name, title, description } = resource.summary;
  const config = { title, description, mimeType: "application/json" };
  const answer = async (
    url: URL,
    plan: string | null,
    { mcpReq: { signal } }: ServerContext,
  ): Promise<ReadResourceResult> => {
    const [{ serveResource }, session] = await Promise.all([
      import("./serve_requests.ts"),
      open(caller),
    ]);
    return await serveResource(resource, { url, plan, signal }, session);
  };
  if (uri.includes("{")) {
    const template = new ResourceTemplate(uri, { list: undefined });
    server.registerResource(
      name,
      template,
      config,
      (url: URL, variables, context) => answer(url, String(variables["plan_id"] ?? ""), context),
    );
  } else {
    server.registerResource(name, uri, config, (url: URL, context) => answer(url, null, context));
  }
}

/** Registers a prompt, whose text depends on the tools that are offered. */
export function registerPrompt(
  prompt: Prompt,
  { server, open, caller, tools }: Registration,
): void {
  const { summary: { name, title, description }, argumentsSchema } = prompt;
  const has = (tool: string): boolean => tools.some((one) => one.name === tool);
  server.registerPrompt(
    name,
    { title, description, argsSchema: advertised(argumentsSchema) },
    async (args: unknown, { mcpReq: { signal } }: ServerContext) => {
      const [{ servePrompt }, session] = await Promise.all([
        import("./serve_requests.ts"),
        open(caller),
      ]);
      return await servePrompt(prompt, { args, has, signal }, session);
    },
  );
}

/** Registers views and the list of tools; both depend on whether the client shows views. */
export function registerViews(
  registration: Registration,
  { scope, resources }: Pick<ViewOffer, "resources"> & {
    /** `null` if the server offers no views. */
    readonly scope: ViewScope | null;
  },
): void {
  const { server, answers, tools } = registration;
  // Replaces the SDK's handler, which lists the same tools for every client.
  server.server.setRequestHandler("tools/list", async (_request, context) => {
    const asker = askerOf(server, context);
    const hasData = !isTextOnly(answers, asker);
    const listed = tools.map((tool) => listedTool(tool, hasData));
    if (scope === null) return { tools: listed };
    return { tools: await withViews(listed, { tools, scope }, asker.showsViews) };
  });
  if (scope !== null) offerViews({ ...registration, scope, resources });
}

/** Registers views on a server that already has its tools and resources. */
function offerViews(offer: ViewOffer): void {
  const { server } = offer;
  for (const name of hiddenIn(offer)) {
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
    (url: URL, _variables, context: ServerContext) => readPage(url, offer, context),
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
  { tools, scope }: Pick<ViewOffer, "tools" | "scope">,
  isShowing: boolean,
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
  return [...paged, ...hiddenTools(hiddenIn({ tools, scope }))];
}

/** Tools that only pages call. They are registered, but listed only for clients that show views. */
function hiddenIn({ tools, scope }: Pick<ViewOffer, "tools" | "scope">): readonly HiddenTool[] {
  const hasStatements = tools.some(({ name }) => name === "compare_statement");
  return [
    "show_again",
    ...(scope.isWriteAllowed ? ["decide_change"] as const : []),
    ...(hasStatements ? ["hand_statement"] as const : []),
  ];
}

async function readPage(
  url: URL,
  { server, scope, tools, open, caller }: ViewOffer,
  context: ServerContext,
): Promise<ReadResourceResult> {
  const name = toolOfPage(url.href);
  const tool = tools.find((one) => one.name === name && viewOf(one) !== null);
  if (tool === undefined) {
    const { ToolError } = await import("../domain/base/tool_error.ts");
    const { protocolRefusal } = await import("./serve_requests.ts");
    const error = new ToolError("not_found", "there is no such page: call the tool again");
    const failed = { event: "resource_failed", resource: `${PAGES}{page}` } as const;
    const { signal } = context.mcpReq;
    throw protocolRefusal(error, { failed, uri: url.href, signal }, await open(caller));
  }
  return {
    contents: [{
      uri: url.href,
      mimeType: VIEW_MIME_TYPE,
      text: await pageText({ tool, scope, hasKey: askerOf(server, context).showsViews }),
      // The page loads nothing, sends no requests and doesn't have an origin.
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
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
