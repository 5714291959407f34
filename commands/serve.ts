/**
 * Serves MCP on stdio.
 *
 * @module
 */

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServerFactory } from "../mod.ts";
import { NO_TOKEN_SENTENCE } from "../tools/_no_token.ts";
import type { CommandLine } from "./_parse.ts";
import { serverOptions } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";

/**
 * Runs the command; the server ends when its input does.
 *
 * @param line The command line.
 * @param terminal The process.
 * @returns The exit status.
 */
export function serve(line: CommandLine, terminal: Terminal): Promise<number> {
  const options = serverOptions(line, terminal);
  const factory = createServerFactory(options);
  // A host shows an exit only as "failed": without a token each call says why.
  if (options.token === null) terminal.err(`budget-tool-server: ${NO_TOKEN_SENTENCE}\n`);
  serveStdio(factory, {
    onerror: (error) =>
      options.log?.({ level: "warn", event: "protocol_error", error: error.name }),
  });
  return Promise.resolve(0);
}
