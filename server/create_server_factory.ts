/**
 * Makes MCP servers that share one local copy.
 *
 * @module
 */

import { McpServer as SdkServer } from "@modelcontextprotocol/server";
import { prompts } from "../prompts/_manifest.ts";
import { assertCoverage } from "./assert_coverage.ts";
import { instructionsFor } from "./instructions.ts";
import { resourcesOf } from "./offered_resources.ts";
import { toolsOf } from "./offered_tools.ts";
import { openSession } from "./open_session.ts";
import type { Tool } from "../tools/_tool.ts";
import { WRITE_SCOPE } from "./scopes.ts";
import type { ServerOptions } from "./server_options.ts";
import type { Session } from "./session.ts";
import { registerPrompt } from "./register_prompt.ts";
import { registerResource } from "./register_resource.ts";
import { registerTool } from "./register_tool.ts";
import { VERSION } from "./version.ts";

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
  const session = openSession(options);
  assertCoverage(session.profile);
  const resources = resourcesOf(session.profile);
  const inOrder = prompts.toSorted((one, other) => one.summary.place - other.summary.place);
  const reading = offerOf({ ...session, isWriteAllowed: false });
  const changing = session.isWriteAllowed ? offerOf(session) : reading;
  const create = ({ authInfo }: ServedCaller = {}): McpServer => {
    const mayWrite = authInfo === undefined || authInfo.scopes.includes(WRITE_SCOPE);
    const offer = mayWrite ? changing : reading;
    const { tools, names, instructions } = offer;
    const called = { ...offer.session, principal: principalOf(authInfo) };
    const server = new SdkServer(
      { name: "budget-tool-server", title: "Budget Tool Server for YNAB", version: VERSION },
      {
        instructions,
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false },
          prompts: { listChanged: false },
        },
      },
    );
    for (const tool of tools) registerTool(server, tool, called);
    for (const resource of resources) registerResource(server, resource, called);
    for (const prompt of inOrder) {
      registerPrompt(server, prompt, { session: called, offered: names });
    }
    return server;
  };
  const isReady = async (): Promise<boolean> => {
    const changes = session.copy?.changes;
    if (changes === undefined || await changes.refusal() !== null) return false;
    // Any question will do: what counts is that it is answered.
    return await changes.findConfirmation("").then(() => true, () => false);
  };
  const close = async (): Promise<void> => {
    await session.underWay.end();
    await session.journalResolved();
    await session.copy?.close();
  };
  return { create, isReady, close };
}

/** What those are offered who may do the same. */
interface Offer {
  readonly session: Session;
  readonly tools: readonly Tool[];
  readonly names: ReadonlySet<string>;
  readonly instructions: string;
}

function offerOf(session: Session): Offer {
  const tools = toolsOf(session.profile, session.isWriteAllowed);
  const names = new Set(tools.map(({ name }) => name));
  return { session, tools, names, instructions: instructionsFor(session) };
}

function principalOf(authInfo: ServedCaller["authInfo"]): string | null {
  if (authInfo === undefined) return null;
  const { principal } = authInfo.extra ?? {};
  return typeof principal === "string" ? principal : authInfo.clientId;
}
