import { McpServer as SdkServer } from "@modelcontextprotocol/server";
import { definitions as prompts } from "../prompts/_definitions.ts";
import { loaders as promptLoaders } from "../prompts/_loaders.ts";
import { loaders as resourceLoaders } from "../resources/_loaders.ts";
import type { ToolDefinition } from "../tools/_definition.ts";
import type { Profile } from "../tools/_tool.ts";
import { isTextOnly } from "./answer_form.ts";
import { askerOf, VIEWS_EXTENSION } from "./asker.ts";
import { assertCoverage } from "./assert_coverage.ts";
import { checkOptions } from "./check_options.ts";
import { instructionsFor, type Permission } from "./instructions.ts";
import { resourcesOf } from "./offered_resources.ts";
import { type ListedTool, listedTool, toolsOf } from "./offered_tools.ts";
import { WRITE_SCOPE } from "./scopes.ts";
import type { ServerOptions } from "./server_options.ts";
import type { Session } from "./session.ts";
import { sessionOpening } from "./session_opening.ts";
import { registerPrompt } from "./registering/register_prompt.ts";
import { registerResource } from "./registering/register_resource.ts";
import { registerTool, toolCaller } from "./registering/register_tool.ts";
import { VERSION } from "./version.ts";
import { offerViews, withViews } from "./views/offer_views.ts";
import { showsViews } from "./views/shows_views.ts";
import { viewSupport } from "./views/view_support.ts";

/** A server of the MCP SDK, `@modelcontextprotocol/server`, which documents it. */
export type McpServer = InstanceType<typeof import("@modelcontextprotocol/server")["McpServer"]>;

/** Who a server is made for; the SDK's entries give it to a factory. */
export interface ServedCaller {
  /** Who has been let in over HTTP; absent on stdio, where there is but one. */
  readonly authInfo?: {
    readonly clientId: string;
    /** What the caller may do: without `budget:write` no changing tool is offered. */
    readonly scopes: readonly string[];
    /** `principal` names who it is where that is not the client. */
    readonly extra?: Readonly<Record<string, unknown>>;
  };
}

/** Makes one server per connection or request; all of them share one local copy. */
export interface ServerFactory {
  /** Makes a server, to be connected to a transport. */
  readonly create: (caller?: ServedCaller) => McpServer;
  /**
   * Loads what calls need and opens the store, without asking YNAB: for after the first
   * answer, so that a start waits for none of it. What fails is told by the first call.
   */
  readonly prepare: () => Promise<void>;
  /** Tells whether the server is set up and its store answers. */
  readonly isReady: () => Promise<boolean>;
  /**
   * Ends well: no change begins any more, and it resolves when those that have begun are
   * in the journal, what was read is in the store, and the store's files are closed. What
   * is asked after that is answered from memory.
   */
  readonly close: () => Promise<void>;
}

/**
 * Makes a factory of servers. The coverage is checked before the first is made, as
 * an error inside the factory would be swallowed by the SDK.
 *
 * @param options The token, and what differs from the defaults.
 * @returns The factory.
 * @throws {CoverageError} When a tool or resource declares other calls than the
 * coverage table says.
 * @throws {TypeError} When an option can't be used.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServerFactory } from "@budget-tools/server";
 *
 * const { create, close } = createServerFactory({ token: null });
 * assertEquals(create().isConnected(), false);
 * await close();
 * ```
 */
export function createServerFactory(options: ServerOptions): ServerFactory {
  checkOptions(options);
  const { profile = "fuller", answers = "auto", confirm = "auto" } = options;
  assertCoverage(profile);
  const session = sessionOpening(options);
  const views = options.views === "off" ? null : viewSupport(options);
  const resources = resourcesOf(profile);
  const inOrder = prompts.toSorted((one, other) => one.place - other.place);
  const isWriting = options.write === true;
  const reading = offerOf(profile, { isWriteAllowed: false, isServerReadOnly: !isWriting });
  const changing = isWriting ? offerOf(profile, { isWriteAllowed: true }) : reading;
  const create = ({ authInfo }: ServedCaller = {}): McpServer => {
    const mayWrite = authInfo === undefined || authInfo.scopes.includes(WRITE_SCOPE);
    const offer = mayWrite ? changing : reading;
    const { tools, names, instructions, isWriteAllowed } = offer;
    const principal = principalOf(authInfo);
    const open = async (): Promise<Session> => ({
      ...await session.open(),
      isWriteAllowed,
      principal,
      views,
    });
    const server = new SdkServer(
      { name: "budget-tool-server", title: "Budget Tool Server for YNAB", version: VERSION },
      {
        instructions,
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false },
          prompts: { listChanged: false },
          ...(views === null ? {} : { extensions: { [VIEWS_EXTENSION]: {} } }),
        },
      },
    );
    for (const tool of tools) registerTool(server, tool, { open, answers });
    const scope = views === null ? null : { views, principal, isWriteAllowed, confirm };
    // In place of the SDK's, which knows the tools for every client alike.
    server.server.setRequestHandler("tools/list", async (_request, context) => {
      const listed = offer.listed(isTextOnly(answers, askerOf(server, context)));
      if (scope === null) return { tools: [...listed] };
      const isShowing = showsViews(server, context);
      return { tools: await withViews(listed, { tools, scope, isShowing }) };
    });
    for (const resource of resources) {
      registerResource(server, resource, { load: loaderOf(resourceLoaders, resource.file), open });
    }
    if (scope !== null) {
      offerViews(server, {
        scope,
        tools,
        resources,
        open,
        call: toolCaller(server, { open, answers }),
      });
    }
    for (const prompt of inOrder) {
      const load = loaderOf(promptLoaders, prompt.name);
      registerPrompt(server, prompt, { load, open, offered: names });
    }
    return server;
  };
  const isReady = async (): Promise<boolean> => {
    const changes = (await session.open()).copy?.changes;
    if (changes === undefined || await changes.refusal() !== null) return false;
    // Any question will do: what counts is that it is answered.
    return await changes.findConfirmation("").then(() => true, () => false);
  };
  return { create, prepare: session.prepare, isReady, close: session.close };
}

/** What those are offered who may do the same. */
interface Offer {
  readonly tools: readonly ToolDefinition[];
  readonly names: ReadonlySet<string>;
  readonly isWriteAllowed: boolean;
  readonly instructions: string;
  /** Gives the tools as clients list them that get data, or text alone. */
  readonly listed: (isTextOnly: boolean) => readonly ListedTool[];
}

function offerOf(profile: Profile, permission: Permission): Offer {
  const { isWriteAllowed } = permission;
  const tools = toolsOf(profile, isWriteAllowed);
  let listed: readonly ListedTool[] | null = null;
  let withoutData: readonly ListedTool[] | null = null;
  const whole = (): readonly ListedTool[] => listed ??= tools.map(listedTool);
  return {
    tools,
    names: new Set(tools.map(({ name }) => name)),
    isWriteAllowed,
    instructions: instructionsFor({ ...permission, profile }),
    listed: (isTextOnly) =>
      isTextOnly ? withoutData ??= whole().map(({ outputSchema: _, ...tool }) => tool) : whole(),
  };
}

/** Both are written of the same files. */
function loaderOf<Loaded>(
  loaders: Readonly<Record<string, () => Promise<Loaded>>>,
  name: string,
): () => Promise<Loaded> {
  const load = loaders[name];
  if (load === undefined) throw new TypeError(`There is no ${name}`);
  return load;
}

function principalOf(authInfo: ServedCaller["authInfo"]): string | null {
  if (authInfo === undefined) return null;
  const { principal } = authInfo.extra ?? {};
  return typeof principal === "string" ? principal : authInfo.clientId;
}
