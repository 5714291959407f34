/**
 * Budget Tool Server: an MCP server between an AI assistant and the YNAB API.
 *
 * Run it with `deno run jsr:@budget-tools/server --help`, or build on it:
 * {@linkcode createServerFactory} makes what the MCP SDK's `serveStdio` and
 * `createMcpHandler` serve.
 *
 * Unofficial, without warranty, and not financial advice.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServerFactory } from "@budget-tools/server";
 *
 * const factory = createServerFactory({ token: null });
 * assertEquals(typeof factory, "function");
 * ```
 *
 * @module
 */

import { McpServer } from "@modelcontextprotocol/server";
import type { ConfirmMode } from "./changes/change_request.ts";
import { resources } from "./resources/_manifest.ts";
import { registerResource } from "./resources/_register.ts";
import { coverageMismatch, type Declaration } from "./tools/_assert_coverage.ts";
import { coverage } from "./tools/_coverage.ts";
import { instructionsFor } from "./tools/_instructions.ts";
import { toolsOf } from "./tools/_offered.ts";
import { openSession, type ServerOptions } from "./tools/_open_session.ts";
import { prompts } from "./tools/_prompts.ts";
import { registerTool } from "./tools/_register.ts";
import { registerPrompt } from "./tools/_register_prompt.ts";
import type { LogEntry } from "./tools/_session.ts";
import type { Profile } from "./tools/_tool.ts";
import { VERSION } from "./tools/_version.ts";

export { type ConfirmMode, type LogEntry, type Profile, type ServerOptions, VERSION };

/** Makes one server per connection or request; all of them share one local copy. */
export interface ServerFactory {
  /** Makes a server. */
  (): McpServer;
  /**
   * Ends well: no change begins any more, and it resolves when those that have begun are
   * in the journal, and what was read is in the store.
   */
  readonly close: () => Promise<void>;
}

/**
 * A coverage table that disagrees with what the tools and resources declare.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { CoverageError } from "@budget-tools/server";
 *
 * assertEquals(new CoverageError("one sentence").name, "CoverageError");
 * ```
 */
export class CoverageError extends Error {
  /** Tells the class where it can't be imported. */
  override readonly name = "CoverageError";
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
 * const server = createServerFactory({ token: null })();
 * assertEquals(server.isConnected(), false);
 * ```
 */
export function createServerFactory(options: ServerOptions): ServerFactory {
  const session = openSession(options);
  assertCoverage(session.profile);
  const offered = toolsOf(session.profile, session.isWriteAllowed);
  const names = new Set(offered.map(({ name }) => name));
  const instructions = instructionsFor(session);
  const create = (): McpServer => {
    const server = new McpServer(
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
    for (const prompt of prompts) registerPrompt(server, prompt, { session, offered: names });
    return server;
  };
  const close = async (): Promise<void> => {
    await session.underWay.end();
    await session.copy?.written();
  };
  return Object.assign(create, { close });
}

/**
 * Compares what the profile's tools and resources declare with the coverage table,
 * both ways, whether or not the tools that change the plan are offered.
 *
 * @param profile The profile.
 * @throws {CoverageError} At the first difference.
 *
 * @example
 * ```ts
 * import { assertCoverage } from "@budget-tools/server";
 *
 * assertCoverage("reduced");
 * ```
 */
export function assertCoverage(profile: Profile): void {
  const declarations: readonly Declaration[] = [
    ...toolsOf(profile, true).map(({ name, reads, writes }) => ({
      user: name,
      operations: [...reads, ...writes[profile]],
    })),
    ...resources.map(({ summary, reads }) => ({ user: summary.uri, operations: reads })),
  ];
  const mismatch = coverageMismatch({ profile, coverage, declarations });
  if (mismatch !== null) throw new CoverageError(mismatch);
}

if (import.meta.main) {
  // Not awaited: the command line imports this module, which must be done by then.
  import("./cli.ts").then(({ main }) => main());
}
