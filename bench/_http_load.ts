/**
 * Clients that ask servers over HTTP in turns, and what that took.
 *
 * @module
 */

import { Agent, request } from "node:http";

/** The token of every server that is measured. */
export const TOKEN = "a-token-of-no-household-but-a-benchmark";

/** How often servers take turns. */
const ROUNDS = 6;

/** What was measured. */
export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
}

/** What a server is asked. */
export interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Of all calls, one in how many is made: some take long. Each client makes one, at least. */
  readonly part: number;
}

/** One server that is asked, in a process of its own. */
export class Measured implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  readonly #agent = new Agent({ keepAlive: true });

  constructor([command = "", ...args]: readonly string[]) {
    this.#child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped" }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async line(): Promise<string> {
    return ((await this.#output.read()).value ?? "").trim();
  }

  async cpuMs(): Promise<number> {
    await this.#input.write(new TextEncoder().encode("cpu\n"));
    return Number(await this.line());
  }

  async ask(url: string, { tool, input }: Case): Promise<void> {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { name: tool, arguments: input, _meta: meta };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
      const asked = request(url, {
        method: "POST",
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          "content-type": "application/json",
          "content-length": String(new TextEncoder().encode(body).length),
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": tool,
        },
      }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => text += part);
        answer.on("end", () => resolve([answer.statusCode ?? 0, text]));
      });
      asked.on("error", reject);
      asked.end(body);
    });
    if (status !== 200 || !text.includes('"content"') || text.includes('"isError":true')) {
      throw new Error(`${tool}: ${status} ${text.slice(0, 200)}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#input.close().catch(() => {});
    await this.#output.cancel();
  }
}

/** What was measured of one server, over all rounds. */
interface Measurement {
  readonly times: number[];
  ms: number;
  cpu: number;
}

/** Has clients ask, and adds what it took. */
async function measure(
  { server, url, one }: Asked,
  { clients, calls, into }: {
    readonly clients: number;
    readonly calls: number;
    readonly into: Measurement;
  },
): Promise<void> {
  let left = calls;
  const before = await server.cpuMs();
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, async () => {
    while (left-- > 0) {
      const at = performance.now();
      await server.ask(url, one);
      into.times.push(performance.now() - at);
    }
  }));
  into.ms += performance.now() - begun;
  into.cpu += await server.cpuMs() - before;
}

function figuresOf({ times, ms, cpu }: Measurement): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
  return {
    perSecond: times.length / ms * 1000,
    p50: at(0.5),
    p99: at(0.99),
    cpu: cpu / times.length,
  };
}

/** A server, or several that share what is asked, and what it is asked. */
export interface Asked {
  readonly server: Pick<Measured, "ask" | "cpuMs">;
  readonly url: string;
  readonly one: Case;
}

/** Asks two servers in turns; each as much as it is asked. */
export async function inTurns(
  asked: readonly Asked[],
  { clients, calls }: { readonly clients: number; readonly calls: number },
): Promise<readonly Figures[]> {
  const measured = asked.map((): Measurement => ({ times: [], ms: 0, cpu: 0 }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, one] of asked.entries()) {
      const into = measured[at];
      const share = Math.max(clients, Math.ceil(calls / ROUNDS / one.one.part));
      if (into !== undefined) await measure(one, { clients, calls: share, into });
    }
  }
  return measured.map(figuresOf);
}
