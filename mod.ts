/**
 * Budget Tool Server: an MCP server between an AI assistant and the YNAB API.
 *
 * Run it with `deno run jsr:@budget-tools/server --help`, or build on it:
 * {@linkcode createServerFactory} returns a factory for the MCP SDK's `serveStdio` and
 * `createMcpHandler`.
 *
 * Unofficial, without warranty, and not financial advice.
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
 *
 * @module
 */

import { McpServer as SdkServer } from "@modelcontextprotocol/server";
import { prompts } from "./prompts/_definitions.ts";
import { ICON, REPOSITORY } from "./server/about.ts";
import { VIEWS_EXTENSION } from "./server/asker.ts";
import { assertCoverage, resourcesOf, toolsOf } from "./server/offered_tools.ts";
import { instructionsFor } from "./server/advice.ts";
import {
  registerPrompt,
  registerResource,
  registerTools,
  registerViews,
} from "./server/register.ts";
import {
  mayWrite,
  type McpServer,
  openingOf,
  principalOf,
  type ServedCaller,
  type ServerFactory,
} from "./server/server_factory.ts";
import { checkOptions, type ServerOptions } from "./server/server_options.ts";
import { VERSION } from "./server/version.ts";
import { viewSupport } from "./server/views/view_support.ts";

export type { ConfirmMode } from "./changes/change_request.ts";
export { DEMO_TOKEN, demoFetch, type DemoOptions } from "./demo/demo_fetch.ts";
export { CoverageError } from "./server/offered_tools.ts";
export type { McpServer, ServedCaller, ServerFactory } from "./server/server_factory.ts";
export type {
  AnswersMode,
  EndedChange,
  FinishedCall,
  ServerOptions,
  SharedDatabase,
  StatementFile,
  StatementsFolder,
  ViewsMode,
} from "./server/server_options.ts";
export type { Failed, FaultEntry, LogEntry, LogWarnings } from "./server/log_entry.ts";
export { VERSION } from "./server/version.ts";
export type { Profile } from "./tools/_tool.ts";

/**
 * Creates a server factory. Checks the tools against the coverage table before returning, because
 * the SDK would swallow an error thrown later by the factory.
 *
 * @param options The token, and options that differ from the defaults.
 * @returns The factory.
 * @throws {CoverageError} If a tool or resource declares different operations than the coverage
 * table.
 * @throws {TypeError} If an option is invalid.
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
  const { profile = "fuller", write = false, answers = "auto", confirm = "auto" } = options;
  assertCoverage(profile);
  const resources = resourcesOf(profile);
  const { open: openFor, ...lifetime } = openingOf(options);
  const { token, apiUrl, storeFolder, database } = options;
  const hasStore = storeFolder !== undefined || database !== undefined;
  const views = options.views === "off" ? null : viewSupport({ token, apiUrl, hasStore });

  const create = (caller: ServedCaller = {}): McpServer => {
    const isWriteAllowed = write && mayWrite(caller);
    const principal = principalOf(caller);
    const tools = toolsOf(profile, isWriteAllowed);
    const { settingsForm } = options;
    const permission = { profile, isWriteAllowed, isServerReadOnly: !write, settingsForm };
    const server = new SdkServer(
      {
        name: "budget-tool-server",
        title: "Budget Tool Server for YNAB",
        version: VERSION,
        websiteUrl: REPOSITORY,
        icons: [{ ...ICON, sizes: [...ICON.sizes] }],
      },
      {
        instructions: instructionsFor(permission),
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false },
          prompts: { listChanged: false },
          ...(views === null ? {} : { extensions: { [VIEWS_EXTENSION]: {} } }),
        },
      },
    );
    const scope = views === null ? null : { views, principal, isWriteAllowed, confirm };
    const registration = {
      ...{ server, tools, resources, answers, permission, scope },
      open: openFor.bind(null, { isWriteAllowed, principal, views }),
    };
    registerTools(registration);
    for (const resource of resources) registerResource(resource, registration);
    for (const prompt of prompts) registerPrompt(prompt, registration);
    if (scope !== null) registerViews({ ...registration, scope });
    return server;
  };
  return { create, ...lifetime };
}

if (import.meta.main) {
  // Load the CLI only if this module is run as a program, not if it is imported as a library.
  import("./cli.ts").then(({ main }) => main());
}
