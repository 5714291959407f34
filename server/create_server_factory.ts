/**
 * Makes MCP servers that share one local copy.
 *
 * @module
 */

import { McpServer as SdkServer } from "@modelcontextprotocol/server";
import { prompts } from "../prompts/_manifest.ts";
import { resources } from "../resources/_manifest.ts";
import { assertCoverage } from "./assert_coverage.ts";
import { instructionsFor } from "./instructions.ts";
import { toolsOf } from "./offered_tools.ts";
import { openSession } from "./open_session.ts";
import type { ServerOptions } from "./server_options.ts";
import { registerPrompt } from "./register_prompt.ts";
import { registerResource } from "./register_resource.ts";
import { registerTool } from "./register_tool.ts";
import { VERSION } from "./version.ts";

/** A server of the MCP SDK, `@modelcontextprotocol/server`, which documents it. */
export type McpServer = InstanceType<typeof import("@modelcontextprotocol/server")["McpServer"]>;

/** Makes one server per connection or request; all of them share one local copy. */
export interface ServerFactory {
  /** Makes a server, to be connected to a transport. */
  readonly create: () => McpServer;
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
  const offered = toolsOf(session.profile, session.isWriteAllowed);
  const names = new Set(offered.map(({ name }) => name));
  const instructions = instructionsFor(session);
  const inOrder = prompts.toSorted((one, other) => one.summary.place - other.summary.place);
  const create = (): McpServer => {
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
    for (const tool of offered) registerTool(server, tool, session);
    for (const resource of resources) registerResource(server, resource, session);
    for (const prompt of inOrder) registerPrompt(server, prompt, { session, offered: names });
    return server;
  };
  const close = async (): Promise<void> => {
    await session.underWay.end();
    await session.journalResolved();
    await session.copy?.close();
  };
  return { create, close };
}
