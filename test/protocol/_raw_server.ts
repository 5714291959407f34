import { ChildProcess, type Ended } from "../_child_process.ts";
import { withinDeadline } from "./_deadline.ts";
import type { ServerCommand } from "./_server_command.ts";

/** The part of a JSON-RPC message that tests use. */
export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A child process that serves MCP. */
export class RawServer extends ChildProcess {
  readonly #answers = new Map<unknown, PromiseWithResolvers<Message>>();
  #hasSaidAll = false;
  #lastId = 0;

  constructor({ command, args, env }: ServerCommand) {
    super([command, ...args], { env: { ...env }, clearEnv: true });
    this.outputEnded.then(() => {
      this.#hasSaidAll = true;
      for (const answer of this.#answers.values()) {
        // Prevent an unhandled rejection if the caller isn't waiting for this response.
        answer.promise.catch(() => {});
        answer.reject(new Error(`The server ended: ${this.stderr}`));
      }
    });
  }

  /** Opens a connection with protocol version 2025-11-25, as most current hosts do. */
  async initialize(): Promise<Message> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1.0.0" },
    });
    await this.notify("notifications/initialized");
    return answer;
  }

  async request(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Message> {
    return await this.answerTo(await this.send(method, params));
  }

  async call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    if (result === undefined) throw new Error(`${name} failed: ${error?.message}`);
    return result;
  }

  async send(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<number> {
    if (this.#hasSaidAll) throw new Error(`The server has ended: ${this.stderr}`);
    const id = ++this.#lastId;
    this.#answers.set(id, Promise.withResolvers());
    await this.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return id;
  }

  async answerTo(id: number): Promise<Message> {
    const answer = this.#answers.get(id);
    if (answer === undefined) throw new Error(`Request ${id} was not sent`);
    return await withinDeadline(answer.promise, `the answer to request ${id}`);
  }

  async notify(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.write(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  async end(longestMs?: number): Promise<Ended> {
    await this.closeInput();
    return await this.ended(longestMs);
  }

  protected override onLine(line: string): void {
    const message = parsed(line);
    if (message !== null && message.method === undefined) {
      this.#answers.get(message.id)?.resolve(message);
    }
  }
}

function parsed(line: string): Message | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
