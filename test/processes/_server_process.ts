import { fileURLToPath } from "node:url";
import type { ToolReply } from "../../server/run_tool.ts";
import { bundled } from "../_bundle.ts";
import { ChildProcess } from "../_child_process.ts";
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
export class ServerProcess extends ChildProcess implements OrderedServer {
  readonly #waiting: PromiseWithResolvers<ToolReply>[] = [];

  constructor(command: readonly string[]) {
    super(command, { cwd: fileURLToPath(new URL("../../", import.meta.url)) });
    this.outputEnded.then(() => {
      for (const { reject } of this.#waiting) reject(new Error(`The server ended: ${this.stderr}`));
    });
  }

  /** Sends a call and waits for the reply. Rejects if the process ends first. */
  async follow(order: Order): Promise<ToolReply> {
    const reply = Promise.withResolvers<ToolReply>();
    // A test that kills the process doesn't wait for the reply.
    reply.promise.catch(() => {});
    this.#waiting.push(reply);
    await this.write(JSON.stringify(order));
    return await reply.promise;
  }

  protected override onLine(line: string): void {
    this.#waiting.shift()?.resolve(JSON.parse(line));
  }

  /** Closes the input and waits until the process exits. */
  override async [Symbol.asyncDispose](): Promise<void> {
    await this.closeInput();
    await this.ended();
  }
}
