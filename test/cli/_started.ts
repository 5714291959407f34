import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { parseCommandLine } from "../../cli/_parse.ts";
import { startSettings } from "../../cli/serve.ts";
import { type CommandOptions, serverOptions } from "../../cli/_settings.ts";
import { createServerFactory } from "../../mod.ts";
import { openPostgres } from "../../remote/postgres/open_postgres.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { loadTool } from "../../tools/_load_tool.ts";
import { aTerminal } from "./_a_terminal.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Arguments, environment variables, host settings and `fetch` for starting a server. */
export interface Start {
  readonly args?: readonly string[];
  readonly env?: Env;
  readonly form?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export function optionsOf({ args = [], env, form }: Start): CommandOptions {
  const terminal = { ...aTerminal(args, env), settingsForm: form };
  return serverOptions(parseCommandLine(terminal), terminal);
}

/** What a client receives from the started server. */
export interface Started {
  readonly text: string;
  readonly isError: boolean;
  readonly instructions: string;
  readonly tools: readonly string[];
  /** The server's eventual exit status. */
  readonly status: number;
}

/** Starts a server and calls a tool without arguments. */
export async function started(start: Start, name = "list_plans"): Promise<Started> {
  const { args = [], env, form } = start;
  // Start the server the way a host does; it then reports configuration mistakes in its responses
  // instead of exiting.
  const host = { settingsForm: form, onStop: () => {}, openDatabase: openPostgres };
  const terminal = { ...aTerminal(args, env), ...host };
  const { options, status } = await startSettings(parseCommandLine(terminal), terminal);
  const { create, close } = createServerFactory({
    ...options,
    fetch: start.fetch ?? options.fetch,
  });
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([create().connect(far), client.connect(near)]);
  const { tools } = await client.listTools();
  const { content: [block], isError = false } = await client.callTool({ name, arguments: {} });
  const instructions = client.getInstructions() ?? "";
  await client.close();
  await close();
  const text = block?.type === "text" ? block.text : "";
  return { text, isError, instructions, tools: tools.map((tool) => tool.name), status };
}

/** Returns what `list_plans` replies if every request to YNAB fails with the given error. */
export async function answerDuring(failure: string, name = "Error"): Promise<string> {
  const cause = Object.assign(new Error(failure), { code: failure });
  const error = Object.assign(new TypeError("fetch failed", { cause }), { name });
  const fetch = (): Promise<Response> => Promise.reject(error);
  const noWait = { delay: (): Promise<void> => Promise.resolve() };
  const session = openSession({ token: "a-token", fetch }, noWait);
  return (await runTool({ tool: await loadTool("list_plans"), args: {} }, session)).text;
}
