/**
 * A server in a process of its own, spoken to over stdio and measured.
 *
 * It speaks plain JSON-RPC and not through the official client: that refuses answers that
 * do not fit the protocol, and some servers give such.
 *
 * @module
 */

/** How a process is started. */
export interface StartOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What a call came to. */
export interface MeasuredCall {
  readonly milliseconds: number;
  /** What the model reads: the texts, and as JSON what is no text. */
  readonly text: string;
  /** As JSON; empty without one. */
  readonly structured: string;
  readonly isError: boolean;
}

/** A tool as it is listed. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

/** What a host is told. */
export interface Told {
  readonly tools: readonly ListedTool[];
  readonly instructions: string;
}

/** A server that runs. */
export interface MeasuredServer extends AsyncDisposable {
  /** From the start of the process to the answer to `initialize`. */
  readonly initializedMs: number;
  /** From the start of the process to the answer to `tools/list`. */
  readonly listedMs: number;
  readonly told: Told;
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<MeasuredCall>;
  /** Most memory that the process has held, in MiB; `null` where the system does not tell. */
  peakMemory(): Promise<number | null>;
}

const REVISION = "2025-06-18";

/** How long a server may take to answer, and to end. */
const PATIENCE_MS = 60_000;
const GRACE_MS = 3_000;

interface CallResult {
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/**
 * Starts a server and lists its tools.
 *
 * @throws {Error} When it ends, or answers with a protocol error.
 */
export async function measuredServer(options: StartOptions): Promise<MeasuredServer> {
  const began = performance.now();
  const line = new StdioLine(options);
  const { instructions = "" } = await line.ask("initialize", {
    protocolVersion: REVISION,
    capabilities: {},
    clientInfo: { name: "compare", version: "1.0.0" },
  }) as { readonly instructions?: string };
  const initializedMs = performance.now() - began;
  await line.tell("notifications/initialized");
  const { tools } = await line.ask("tools/list", {}) as { readonly tools: readonly ListedTool[] };
  const listedMs = performance.now() - began;
  return {
    initializedMs,
    listedMs,
    told: { tools, instructions },
    async call(tool, args): Promise<MeasuredCall> {
      const before = performance.now();
      const result = await line.ask("tools/call", { name: tool, arguments: args }) as CallResult;
      return { milliseconds: performance.now() - before, ...shownOf(result) };
    },
    peakMemory: () => peakMemoryOf(line.pid),
    [Symbol.asyncDispose]: () => line.end(),
  };
}

function shownOf(
  { content = [], structuredContent, isError }: CallResult,
): Omit<MeasuredCall, "milliseconds"> {
  return {
    text: content.map((block) => block.text ?? JSON.stringify(block)).join("\n"),
    structured: structuredContent === undefined ? "" : JSON.stringify(structuredContent),
    // Some servers tell an error by a kind of content that the protocol does not have.
    isError: isError === true || content.some(({ type }) => type === "error"),
  };
}

/** JSON-RPC, a message a line. */
class StdioLine {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #read: Promise<void>;
  #asked = 0;

  constructor({ command: [program = "", ...args], env, cwd }: StartOptions) {
    this.#child = new Deno.Command(program, {
      args,
      env: { ...env },
      cwd,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#read = this.#readLines();
  }

  get pid(): number {
    return this.#child.pid;
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    this.#asked += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#asked, waiting);
    const late = new Error(`The server did not answer ${method} in ${PATIENCE_MS} ms`);
    const giveUp = setTimeout(() => waiting.reject(late), PATIENCE_MS);
    try {
      await this.#write({ jsonrpc: "2.0", id: this.#asked, method, params });
      return await waiting.promise;
    } finally {
      clearTimeout(giveUp);
    }
  }

  tell(method: string): Promise<void> {
    return this.#write({ jsonrpc: "2.0", method });
  }

  /** As hosts end a server: its input closes, and it is killed when it stays. */
  async end(): Promise<void> {
    await this.#input.close();
    const killing = setTimeout(() => this.#child.kill("SIGKILL"), GRACE_MS);
    await this.#child.status;
    clearTimeout(killing);
    await this.#read;
  }

  async #write(message: unknown): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  async #readLines(): Promise<void> {
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
    for (const { reject } of this.#waiting.values()) reject(new Error("The server has ended"));
  }

  /** What is no message is passed over, as hosts do. */
  #take(line: string): void {
    let message: { readonly id?: unknown; readonly result?: unknown; readonly error?: unknown };
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    const id = Number(message.id);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(`The server answered ${JSON.stringify(message.error)}`));
  }
}

/** Linux keeps the mark of each process; no other system is asked. */
async function peakMemoryOf(pid: number): Promise<number | null> {
  try {
    const status = await Deno.readTextFile(`/proc/${pid}/status`);
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(status) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
