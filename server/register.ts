import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { Prompt } from "../prompts/_prompt.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import { definitions } from "../tools/_definitions.ts";
import type { JsonSchema } from "../tools/_tool.ts";
import type { ViewOffer } from "./answer_view.ts";
import { askerOf, isTextOnly, VIEW_MIME_TYPE } from "./asker.ts";
import { type ListedTool, listedTool } from "./offered_tools.ts";
import type { Registration } from "./serve_requests.ts";
import { pageAddresses, PAGES, pageText, toolOfPage } from "./views/view_page.ts";
import type { HiddenTool } from "./views/hidden_tools.ts";
import { viewOf } from "./views/view_support.ts";

/**
 * Registers the tools. Replaces the SDK's handlers, because not every client gets the same tools
 * and answers. The SDK gets no schemas, because the server itself checks arguments and answers.
 */
export function registerTools(registration: Registration): void {
  const { server, answers, tools, permission, scope, open } = registration;
  const offer = scope === null ? null : { ...registration, scope };
  server.server.setRequestHandler("tools/list", async (_request, context) => {
    const asker = askerOf(server, context);
    const hasData = !isTextOnly(answers, asker);
    const listed = tools.map((tool) => listedTool(tool, hasData));
    return { tools: offer === null ? listed : await withViews(listed, offer, asker.showsViews) };
  });
  server.server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    try {
      // These modules are loaded on the first call, because startup doesn't need them.
      if (tools.some((tool) => tool.name === name)) {
        const { callTool } = await import("./serve_requests.ts");
        const session = await open();
        return await callTool({ name, args }, { server, session, answers, context });
      }
      const hidden = offer === null ? undefined : hiddenIn(offer).find((one) => one === name);
      if (offer !== null && hidden !== undefined) {
        const { answerView } = await import("./answer_view.ts");
        return await answerView({ name: hidden, args, context }, offer);
      }
      const missing = definitions.find((tool) => tool.name === name);
      if (missing !== undefined) {
        const { refuseMissingTool } = await import("./serve_requests.ts");
        return refuseMissingTool(missing, permission);
      }
    } catch (error) {
      // A module or the session couldn't be loaded.
      const text = error instanceof Error ? error.message : String(error);
      return { content: [{ type: "text", text }], isError: true };
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
  });
}

/** Registers a resource. The URI of a plan's resource contains the plan's id or name. */
export function registerResource(
  resource: BudgetResource,
  { server, open }: Pick<Registration, "server" | "open">,
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
      open(),
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
  { server, open, tools }: Pick<Registration, "server" | "open" | "tools">,
): void {
  const { summary: { name, title, description }, argumentsSchema } = prompt;
  const has = (tool: string): boolean => tools.some((one) => one.name === tool);
  server.registerPrompt(
    name,
    { title, description, argsSchema: advertised(argumentsSchema) },
    async (args: unknown, { mcpReq: { signal } }: ServerContext) => {
      const [{ servePrompt }, session] = await Promise.all([
        import("./serve_requests.ts"),
        open(),
      ]);
      return await servePrompt(prompt, { args, has, signal }, session);
    },
  );
}

/** Registers the views' pages. */
export function registerViews(offer: ViewOffer): void {
  const { server } = offer;
  server.registerResource(
    "view",
    new ResourceTemplate(`${PAGES}{page}`, { list: undefined }),
    { mimeType: VIEW_MIME_TYPE },
    (url: URL, _variables, context: ServerContext) => readPage(url, offer, context),
  );
  // Hosts learn a view's URI from its tool, so the resource template for views isn't listed.
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
  offer: ViewOffer,
  isShowing: boolean,
): Promise<ListedTool[]> {
  const addressOf = await pageAddresses(offer.scope);
  const byName = new Map(offer.tools.map((tool) => [tool.name, addressOf(tool)]));
  const paged = listed.map((tool) => {
    const resourceUri = byName.get(tool.name) ?? null;
    if (resourceUri === null) return tool;
    // Older hosts know only the key `ui/resourceUri`.
    const view = { ui: { resourceUri }, "ui/resourceUri": resourceUri };
    return { ...tool, _meta: { ...tool._meta, ...view } };
  });
  if (!isShowing) return paged;
  const { hiddenTools } = await import("./views/hidden_tools.ts");
  return [...paged, ...hiddenTools(hiddenIn(offer))];
}

/** Tools that are called only by views. They are listed only for clients that show views. */
function hiddenIn({ tools, scope }: ViewOffer): readonly HiddenTool[] {
  const hasStatements = tools.some(({ name }) => name === "compare_statement");
  return [
    "show_again",
    ...(scope.isWriteAllowed ? ["decide_change"] as const : []),
    ...(hasStatements ? ["hand_statement"] as const : []),
  ];
}

async function readPage(
  url: URL,
  { server, scope, tools, open }: ViewOffer,
  context: ServerContext,
): Promise<ReadResourceResult> {
  const name = toolOfPage(url.href);
  const tool = tools.find((one) => one.name === name && viewOf(one) !== null);
  if (tool === undefined) {
    const { ToolError } = await import("../domain/base/tool_error.ts");
    const { protocolRefusal } = await import("./serve_requests.ts");
    const error = new ToolError(
      "not_found",
      "this server has no page at that address: call the tool again to reopen its page",
    );
    const failed = { event: "resource_failed", resource: `${PAGES}{page}` } as const;
    const { signal } = context.mcpReq;
    throw protocolRefusal(error, { failed, uri: url.href, signal }, await open());
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
 * Wraps a schema so that the SDK advertises it but accepts any value, because prompts check their
 * own arguments.
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
