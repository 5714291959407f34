import { type HttpServer, serveHttp } from "../remote/http/node_server.ts";
import { setupSentence } from "../server/setup_error.ts";
import { openedDatabase } from "./_database.ts";
import { type HttpSettings, httpSettings } from "./listening/http_settings.ts";
import type { CommandLine } from "./_parse.ts";
import { serverOptions } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

/**
 * Runs the command; the server ends when a signal tells it to, and all that has begun has
 * ended.
 */
export async function serveOverHttp(line: CommandLine, terminal: Terminal): Promise<number> {
  const options = serverOptions(line, terminal);
  const settings = httpSettings(line, terminal, options);
  const database = await openedDatabase(options, terminal);
  const server = await listening({ ...settings, options: { ...settings.options, database } });
  const say = (sentence: string): void => terminal.err(`budget-tool-server: ${sentence}\n`);
  const sentence = setupSentence(options);
  if (sentence !== null) say(sentence);
  say(`listening at ${server.url}`);
  if (settings.tokenPath !== null) say(`the token for clients is in ${settings.tokenPath}`);
  terminal.onStop?.(async () => {
    await server.close();
    await database?.close();
    return 0;
  });
  return 0;
}

async function listening(
  { host, port, options, trustedProxies }: HttpSettings,
): Promise<HttpServer> {
  try {
    return await serveHttp(options, { host, port, trustedProxies });
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const why = new Map<unknown, string>([
      ["EADDRINUSE", "is in use"],
      ["EACCES", "may not be listened on"],
      ["EADDRNOTAVAIL", "is no address of this machine"],
      ["ENOTFOUND", "is no address of this machine"],
    ]).get(code);
    if (why === undefined) throw error;
    throw new UsageError(`${host}:${port} ${why}: name another with --http`, { cause: error });
  }
}
