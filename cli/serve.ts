import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createServerFactory } from "../mod.ts";
import { setupSentence } from "../server/setup_error.ts";
import { openedDatabase } from "./_store_place.ts";
import type { CommandLine } from "./_parse.ts";
import { serverOptions } from "./_settings.ts";
import type { Clock, Terminal } from "./_terminal.ts";

/** For a person who starts the server by hand. */
const GREETING = `This is an MCP server: it waits here for an assistant's app.
To try it on a made-up household, run budget-tool-server demo.
To see all commands, run budget-tool-server help. Ctrl+C stops it.`;

/**
 * Runs the command. The server stops at the end of its input or on a signal, once any
 * running change has finished.
 */
export async function serve(line: CommandLine, terminal: Terminal): Promise<number> {
  const options = serverOptions(line, terminal);
  const database = await openedDatabase(options, terminal);
  const { create, prepare, close } = createServerFactory({ ...options, database });
  // A host shows an exit only as "failed", so each call reports what is missing.
  const sentence = setupSentence(options);
  const words = [
    ...(sentence === null ? [] : [`budget-tool-server: ${sentence}`]),
    ...(terminal.isTyped === true ? [GREETING] : []),
  ].join("\n");
  if (words !== "") {
    const text = terminal.isTyped === true
      ? (await import("./_text.ts")).wrapped(words, terminal)
      : words;
    terminal.err(`${text}\n`);
  }
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

/** Messages that a client waits for at a start: the answer to `initialize`, and the tools. */
const ANSWERS_OF_A_START = 2;

/** How long a client may take to ask for the tools, in milliseconds. */
const LONGEST_WAIT_MS = 50;

/** What messages go out through. */
export interface Sending<Message extends readonly unknown[]> {
  send(...message: Message): Promise<void>;
}

/**
 * Has a transport tell once when a start is over: when the second message is sent, or 50
 * milliseconds after the first.
 */
export function tellingStart<
  Message extends readonly unknown[],
  Transport extends Sending<Message>,
>(
  transport: Transport & Sending<Message>,
  clock: Clock,
  onStarted: () => void,
): Transport {
  const send = transport.send.bind(transport);
  let answers = 0;
  let stopWaiting: (() => void) | null = null;
  const start = (): void => {
    if (stopWaiting === null) return;
    stopWaiting();
    stopWaiting = null;
    onStarted();
  };
  transport.send = async (...message) => {
    await send(...message);
    answers += 1;
    if (answers === 1) stopWaiting = clock.every(LONGEST_WAIT_MS, start);
    else if (answers === ANSWERS_OF_A_START) start();
  };
  return transport;
}
