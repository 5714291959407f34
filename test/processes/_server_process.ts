import { fileURLToPath } from "node:url";
import type { ToolReply } from "../../server/run_tool.ts";
import { bundled } from "../_bundle.ts";
import { findNode } from "../_node.ts";
import type { Order, OrderedServer } from "./_ordered_server.ts";

/** Runtimes for servers. */
export type Runtime = "Deno" | "Node";

export interface ServerStarter {
  /** Runtimes that are available on this system. */
  readonly runtimes: readonly Runtime[];
  /** Starts a server. The wrapper is a prefix for the server's command. */
  start(runtime: Runtime, wrapper?: readonly string[]): ServerProcess;
}

const DRIVER = "test/processes/_driven_server.ts";

/** Bundles the server once, for all processes that will be started. */
export async function aServerStarter(): Promise<ServerStarter> {
  const node = await findNode();
  const script = await bundled(DRIVER);
  const commands: Readonly<Record<Runtime, readonly string[]>> = {
    Deno: [Deno.execPath(), "run", "--quiet", "-A", "--no-config", script],
    Node: [node ?? "node", script],
  };
  return {
    runtimes: node === null ? ["Deno"] : ["Deno", "Node"],
    start: (runtime, wrapper = []) => new ServerProcess([...wrapper, ...commands[runtime]]),
  };
}

/** A server in its own process. */
export class ServerProcess implements OrderedServer, AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting: PromiseWithResolvers<ToolReply>[] = [];
  readonly #ended: Promise<unknown>;
  #errors = "";

  constructor([command = "", ...args]: readonly string[]) {
    this.#child = new Deno.Command(command, {
      args,
      cwd: fileURLToPath(new URL("../../", import.meta.url)),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#ended = Promise.all([this.#readReplies(), this.#readErrors(), this.#child.status]);
  }

  get pid(): number {
    return this.#child.pid;
  }

  signal(name: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(name);
  }

  /** Sends an order and waits for the reply. Rejects if the process ends first. */
  async follow(order: Order): Promise<ToolReply> {
    const reply = Promise.withResolvers<ToolReply>();
    // A test that kills the process doesn't wait for the reply.
    reply.promise.catch(() => {});
    this.#waiting.push(reply);
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
    return await reply.promise;
  }

  /** Kills the process with SIGKILL, and waits until it no longer exists. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
    await this.#input.close().catch(() => {});
  }

  /** Closes the input and waits until the process exits. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#ended;
  }

  async #readReplies(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#waiting.shift()?.resolve(JSON.parse(line));
    }
    for (const { reject } of this.#waiting) reject(new Error(`The server ended: ${this.#errors}`));
  }

  async #readErrors(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#errors += text;
    }
  }
}
