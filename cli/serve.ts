import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createServerFactory } from "../mod.ts";
import { setupSentence } from "../server/advice.ts";
import { openedDatabase } from "./_store_place.ts";
import type { BlobBackend } from "../sync/store/backend.ts";
import type { CommandLine } from "./_parse.ts";
import { type CommandOptions, serverOptions } from "./_settings.ts";
import { type Clock, isHosted, StartError, type Terminal, UsageError } from "./_terminal.ts";

/** Message shown if a person starts the server in a terminal. */
const GREETING = `This is an MCP server: it waits for an AI assistant to connect.
To try it on a made-up household, run budget-tool-server demo.
To see all commands, run budget-tool-server help. Ctrl+C stops it.`;

/** Runs the server until its input ends or a signal arrives, then finishes changes in progress. */
export async function serve(line: CommandLine, terminal: Terminal): Promise<number> {
  const { options, database, status } = await startSettings(line, terminal);
  const { create, prepare, close } = createServerFactory({ ...options, database });
  // If settings are missing, keep running, so that each call reports the problem. If the server
  // exited, a host would show only "failed".
  const sentence = setupSentence(options);
  const words = [
    ...[...options.notices, ...(sentence === null ? [] : [sentence])]
      .map((line) => `budget-tool-server: ${line}`),
    ...(terminal.isTyped ? [GREETING] : []),
  ].join("\n");
  if (words !== "") {
    const text = terminal.isTyped ? (await import("./_text.ts")).wrapped(words, terminal) : words;
    terminal.err(`${text}\n`);
  }
  terminal.onStop?.(async () => {
    await close();
    await database?.close();
    return status;
  }, true);
  serveStdio(create, {
    transport: onStartupComplete(new StdioServerTransport(), terminal.clock, prepare),
    onerror: (error) =>
      options.log?.({ level: "warn", event: "protocol_error", error: error.name }),
  });
  return 0;
}

/** What a server needs to start, and the status it will exit with. */
export interface StartSettings {
  readonly options: CommandOptions;
  readonly database: BlobBackend | undefined;
  readonly status: number;
}

/**
 * Reads the settings. After an error, a server that was started by a host doesn't exit, because the
 * host would show only "failed". Instead, the server reports the error in response to every call.
 *
 * @throws {UsageError} For an invalid command line.
 * @throws {StartError} If the database can't be reached.
 */
export async function startSettings(line: CommandLine, terminal: Terminal): Promise<StartSettings> {
  const found = [...line.problems];
  let status = found.length === 0 ? 0 : USAGE_STATUS;
  const note = (error: unknown): void => {
    const isUsage = error instanceof UsageError;
    if (!isHosted(terminal) || !(isUsage || error instanceof StartError)) throw error;
    found.push(error.message);
    status = isUsage ? USAGE_STATUS : 1;
  };
  const read = (given: CommandLine["given"]): CommandOptions => {
    const options = serverOptions({ ...line, given }, terminal);
    return { ...options, problems: [...found, ...options.problems ?? []] };
  };
  let options: CommandOptions;
  try {
    options = read(line.given);
  } catch (error) {
    note(error);
    const { profile: _, ...given } = line.given;
    options = read(given);
  }
  try {
    return { options, database: await openedDatabase(options, terminal), status };
  } catch (error) {
    note(error);
    return { options: { ...options, problems: found }, database: undefined, status };
  }
}

const USAGE_STATUS = 2;

/** How long to wait for the client to list the tools after its first message, in milliseconds. */
const LISTING_MS = 50;

/** Calls `onStarted` once, 50 milliseconds after the first message is sent. */
export function onStartupComplete<Transport extends Pick<StdioServerTransport, "send">>(
  transport: Transport,
  clock: Clock,
  onStarted: () => void,
): Transport {
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    transport.send = send;
    await send(message);
    const stop = clock.every(LISTING_MS, () => {
      stop();
      onStarted();
    });
  };
  return transport;
}
