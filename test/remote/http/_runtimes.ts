import { fileURLToPath } from "node:url";
import { bundled } from "../../_bundle.ts";
import { ChildProcess } from "../../_child_process.ts";
import { findNode } from "../../_node.ts";
import { childEnvironment, TODAY } from "../../protocol/_server_command.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";
import { outputOf } from "../../_output_of.ts";

export interface Runtime {
  readonly name: string;
  /** The command to run and its first arguments. */
  readonly command: readonly string[];
}

/**
 * Returns commands that run the program from source on Deno and as a bundle on Node.
 * `deno task built` tests every supported version of Node.
 */
export function runtimesHere(): Promise<readonly Runtime[]> {
  return scriptRuntimes("cli.ts", "scripts/_program.ts");
}

/** Returns commands that run a test script on Deno and on Node. */
export async function scriptRuntimes(
  source: string,
  bundle: string = source,
): Promise<readonly Runtime[]> {
  const entry = fileURLToPath(new URL(`../../../${source}`, import.meta.url));
  const deno = [Deno.execPath(), "run", "--quiet", "-A", "--no-check", entry];
  const onDeno = { name: "Deno", command: deno };
  const node = await findNode();
  if (node === null) return [onDeno];
  const onNode = {
    name: `Node ${await versionOf(node)}`,
    command: [node, await bundled(bundle)],
  };
  return [onDeno, onNode];
}

async function versionOf(node: string): Promise<string> {
  const { out } = await outputOf(node, ["--version"]);
  return /\d+/u.exec(out)?.[0] ?? "";
}

/** A listening server in its own process. */
export type HttpProcess = ChildProcess & { readonly url: URL };

/** Starts the program and waits until it is listening. */
export function startHttp(
  { command }: Runtime,
  { args = [], env = {} }: {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<HttpProcess> {
  const serve = ["serve", "--http", "127.0.0.1:0", "--today", TODAY, ...args];
  return startScript([...command, ...serve], { BUDGET_HTTP_TOKEN: HTTP_TOKEN, ...env });
}

/** Starts a server and waits until it prints the URL at which it listens. */
export async function startScript(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpProcess> {
  const server = new ChildProcess(command, { env: childEnvironment(env), clearEnv: true });
  const address = (): string | undefined => /listening at (\S+)\n/u.exec(server.stderr)?.[1];
  try {
    await server.closeInput();
    await server.says(() => address() !== undefined);
    return Object.assign(server, { url: new URL(address() ?? "") });
  } catch (error) {
    await server.kill();
    throw error;
  }
}
