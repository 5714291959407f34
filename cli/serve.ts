import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createServerFactory } from "../mod.ts";
import { setupSentence } from "../server/setup_error.ts";
import { openedDatabase } from "./_database.ts";
import type { CommandLine } from "./_parse.ts";
import { serverOptions } from "./_settings.ts";
import { tellingStart } from "./_start_told.ts";
import type { Terminal } from "./_terminal.ts";

/**
 * Runs the command; the server ends when its input does, or a signal tells it to, and a
 * change that has begun has ended.
 */
export async function serve(line: CommandLine, terminal: Terminal): Promise<number> {
  const options = serverOptions(line, terminal);
  const database = await openedDatabase(options, terminal);
  const { create, prepare, close } = createServerFactory({ ...options, database });
  // A host shows an exit only as "failed": where something is missing each call says what.
  const sentence = setupSentence(options);
  if (sentence !== null) terminal.err(`budget-tool-server: ${sentence}\n`);
  terminal.onStop?.(async () => {
    await close();
    await database?.close();
    return 0;
  }, true);
  const { clock } = terminal;
  const transport = new StdioServerTransport();
  serveStdio(create, {
    transport: clock === undefined ? transport : tellingStart(transport, clock, prepare),
    onerror: (error) =>
      options.log?.({ level: "warn", event: "protocol_error", error: error.name }),
  });
  return 0;
}
