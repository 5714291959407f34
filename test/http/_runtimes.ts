/**
 * The program over HTTP as a process of its own, on Deno and on Node.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { nodesToTest } from "../built/_nodes.ts";
import { bundled } from "../_bundle.ts";
import { withinDeadline } from "../protocol/_deadline.ts";
import { childEnvironment, TODAY } from "../protocol/_server_command.ts";

/** A token that only its owner knows. */
export const HTTP_TOKEN = "the-owner-of-this-household-alone-knows-it";

/** How a runtime starts the program. */
export interface Runtime {
  readonly name: string;
  /** The command, and what stands before the program's own words. */
  readonly command: readonly string[];
}

/** Every runtime that is here, with the program bundled for it. */
export async function runtimesHere(folder: string): Promise<readonly Runtime[]> {
  const entry = fileURLToPath(new URL("../../cli.ts", import.meta.url));
  const deno = [Deno.execPath(), "run", "--quiet", "-A", "--no-check", entry];
  const nodes = await nodesToTest();
  const bundle = nodes.length === 0 ? "" : await bundled("scripts/_binary_entry.ts", folder);
  return [
    { name: "Deno", command: deno },
    ...nodes.map((node) => ({ name: nameOf(node), command: [node, bundle] })),
  ];
}

function nameOf(node: string): string {
  return `Node ${/node-[a-z]+-[a-z\d]+-(\d+)/u.exec(node)?.[1] ?? "on the path"}`;
}

/** A server that listens. */
export interface HttpProcess extends AsyncDisposable {
  readonly url: URL;
  readonly pid: number;
  /** What was written to stderr so far. */
  readonly stderr: () => string;
  readonly signal: (name: Deno.Signal) => void;
  /** Resolves with the exit status. */
  readonly ended: () => Promise<number>;
}

/** Starts the program, and waits until it listens. */
export async function startHttp(
  { command: [command = "", ...first] }: Runtime,
  { args = [], env = {} }: {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<HttpProcess> {
  const child = new Deno.Command(command, {
    args: [...first, "serve", "--http", "127.0.0.1:0", "--today", TODAY, ...args],
    env: childEnvironment({ BUDGET_HTTP_TOKEN: HTTP_TOKEN, ...env }),
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let said = "";
  const listening = Promise.withResolvers<string>();
  const read = (async (): Promise<void> => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      said += text;
      const [, url] = /listening at (\S+)\n/u.exec(said) ?? [];
      if (url !== undefined) listening.resolve(url);
    }
    listening.reject(new Error(`The server ended: ${said}`));
  })();
  listening.promise.catch(() => {});
  const end = async (): Promise<number> => {
    const { code } = await withinDeadline(child.status, "the end of the server");
    await read;
    return code;
  };
  const kill = (name: Deno.Signal): void => {
    try {
      child.kill(name);
    } catch (error) {
      // It has ended already.
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
      stderr: () => said,
      signal: kill,
      ended: end,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
