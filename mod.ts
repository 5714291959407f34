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
 * const { create, close } = createServerFactory({ token: null });
 * assertEquals(create().isConnected(), false);
 * await close();
 * ```
 *
 * @module
 */

export type { ConfirmMode } from "./changes/change_request.ts";
export { DEMO_TOKEN, demoFetch, type DemoOptions } from "./demo/demo_fetch.ts";
export { CoverageError } from "./server/coverage_mismatch.ts";
export {
  createServerFactory,
  type McpServer,
  type ServedCaller,
  type ServerFactory,
} from "./server/create_server_factory.ts";
export type { AnswersMode } from "./server/answer_form.ts";
export type { ServerOptions, SharedDatabase, ViewsMode } from "./server/server_options.ts";
export type {
  ChangeFaultEntry,
  ClientDocumentEntry,
  FaultEntry,
  HttpFailedEntry,
  HttpRefusedEntry,
  LogEntry,
  PlainEntry,
  PromptFailedEntry,
  ProtocolErrorEntry,
  ResourceFailedEntry,
  SignInReasonEntry,
  StoreDamagedEntry,
  StoreReasonEntry,
  StoreSetAsideEntry,
  ToolFailedEntry,
  UpstreamRequestEntry,
} from "./server/log_entry.ts";
export { VERSION } from "./server/version.ts";
export type { Profile } from "./tools/_tool.ts";

if (import.meta.main) {
  // Loaded only as a program: who builds on this needs no command line.
  import("./cli.ts").then(({ main }) => main());
}
