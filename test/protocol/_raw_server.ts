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

export interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** A child process that serves MCP. */
export class RawServer implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: string[] = [];
  readonly #answers = new Map<unknown, PromiseWithResolvers<Message>>();
  readonly #stdoutEnded: Promise<void>;
  readonly #stderrEnded: Promise<void>;
  #stderr = "";
  #hasSaidAll = false;
  #lastId = 0;

  constructor({ command, args, env }: ServerCommand) {
    this.#child = new Deno.Command(command, {
      args: [...args],
      env: { ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#stdoutEnded = this.#readLines();
    this.#stderrEnded = this.#readErrors();
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Opens a 2025-11-25 connection, as most current hosts do. */
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
    if (this.#hasSaidAll) throw new Error(`The server has ended: ${this.#stderr}`);
    const id = ++this.#lastId;
    this.#answers.set(id, Promise.withResolvers());
    await this.sendText(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return id;
  }

  async answerTo(id: number): Promise<Message> {
    const answer = this.#answers.get(id);
    if (answer === undefined) throw new Error(`Request ${id} was not sent`);
    return await withinDeadline(answer.promise, `the answer to request ${id}`);
  }

  async notify(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.sendText(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  async sendText(line: string): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${line}\n`));
  }

  async end(longestMs?: number): Promise<Ended> {
    await this.#input.close();
    return await this.ended(longestMs);
  }

  signal(name: Deno.Signal): void {
    try {
      this.#child.kill(name);
    } catch (error) {
      // The process has already ended.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Waits until the process exits by itself. */
  async ended(longestMs?: number): Promise<Ended> {
    const { code } = await withinDeadline(this.#child.status, "the end of the server", longestMs);
    await Promise.all([this.#stdoutEnded, this.#stderrEnded]);
    return { code, lines: this.#lines, stderr: this.#stderr };
  }

  /** Ends the process if it is still running. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {});
    this.signal("SIGKILL");
    await this.#child.status;
    await Promise.all([this.#stdoutEnded, this.#stderrEnded]);
  }

  async #readLines(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
    if (rest !== "") this.#take(rest);
    this.#hasSaidAll = true;
    for (const answer of this.#answers.values()) {
      // Prevent an unhandled rejection if the caller isn't waiting for this response.
      answer.promise.catch(() => {});
      answer.reject(new Error(`The server ended: ${this.#stderr}`));
    }
  }

  #take(line: string): void {
    this.#lines.push(line);
    const message = parsed(line);
    if (message !== null && message.method === undefined) {
      this.#answers.get(message.id)?.resolve(message);
    }
  }

  async #readErrors(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#stderr += text;
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
