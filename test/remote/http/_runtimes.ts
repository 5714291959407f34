import { fileURLToPath } from "node:url";
import { bundled } from "../../_bundle.ts";
import { findNode } from "../../_node.ts";
import { withinDeadline } from "../../protocol/_deadline.ts";
import { childEnvironment, TODAY } from "../../protocol/_server_command.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";
import { outputOf } from "../../_output_of.ts";

export interface Runtime {
  readonly name: string;
  /** The command and its leading arguments. */
  readonly command: readonly string[];
}

/**
 * Returns commands that run the program on Deno and, as a bundle, on Node. `deno task built` tests
 * every supported version of Node.
 */
export function runtimesHere(): Promise<readonly Runtime[]> {
  return scriptRuntimes("cli.ts", "scripts/_program.ts");
}

/** Returns commands that run a test script on the same runtimes. */
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
export interface HttpProcess extends AsyncDisposable {
  readonly url: URL;
  readonly pid: number;
  readonly stderr: () => string;
  readonly stdout: () => string;
  readonly signal: (name: Deno.Signal) => void;
  /** Resolves with the exit status. */
  readonly ended: () => Promise<number>;
}

/** Starts the program and waits until it listens. */
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

/** Starts a command that prints its URL, and waits until it listens. */
export async function startScript(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpProcess> {
  const child = new Deno.Command(command, {
    args,
    env: childEnvironment(env),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let stderr = "";
  let stdout = "";
  const readStdout = (async (): Promise<void> => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) stdout += text;
  })();
  const listening = Promise.withResolvers<string>();
  const read = (async (): Promise<void> => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += text;
      const [, url] = /listening at (\S+)\n/u.exec(stderr) ?? [];
      if (url !== undefined) listening.resolve(url);
    }
    listening.reject(new Error(`The server ended: ${stderr}`));
  })();
  listening.promise.catch(() => {});
  const end = async (): Promise<number> => {
    const { code } = await withinDeadline(child.status, "the end of the server");
    await Promise.all([read, readStdout]);
    return code;
  };
  const kill = (name: Deno.Signal): void => {
    try {
      child.kill(name);
    } catch (error) {
      // The process has already ended.
      if (!(error instanceof TypeError)) throw error;
    }
  };
  const dispose = async (): Promise<void> => {
    kill("SIGKILL");
    await end();
  };
  try {
    return {
      url: new URL(await withinDeadline(listening.promise, "the server's address")),
      pid: child.pid,
      stderr: () => stderr,
      stdout: () => stdout,
      signal: kill,
      ended: end,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
