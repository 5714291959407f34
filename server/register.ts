import {
  type ReadResourceResult,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Prompt } from "../prompts/_prompt.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import type { ToolDefinition } from "../tools/_tool.ts";
import type { Permission } from "./instructions.ts";
import { askerOf, isTextOnly } from "./asker.ts";
import { offerViews, withViews } from "./offer_views.ts";
import { advertised, listedTool } from "./offered_tools.ts";
import type { Registration } from "./serve_requests.ts";
import type { ViewScope } from "./views/view_support.ts";

/** Loaded at the first request, because startup doesn't need it. */
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
 * Registers a tool that isn't offered, without listing it; calls explain which settings offer it.
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

/** Registers a resource; its address includes the plan if it belongs to one. */
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

/** Registers a prompt; its text depends on the tools that are offered. */
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
    /** `null` if no views are offered. */
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
