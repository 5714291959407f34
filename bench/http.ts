/**
 * How fast the server is over HTTP, beside a bare handler of the SDK: calls per second,
 * p50 and p99, and CPU time per call, at 1, 10 and 100 clients, on Deno and on Node.
 *
 * Both are asked in turns, so that what else the machine does meets both, and only when
 * they are warm: a runtime compiles what is called often, and the first two hundred calls
 * cost two to three times those after a thousand.
 *
 * Usage: deno run -A bench/http.ts [--calls N]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundled } from "../test/_bundle.ts";
import { findNode } from "../test/_node.ts";

const TOKEN = "a-token-of-no-household-but-a-benchmark";
const SCRIPT = "bench/_http_server.ts";
const CLIENTS = [1, 10, 100];
const MOST_RATIO = 2.5;
/** How often ours and the bare one take turns. */
const ROUNDS = 6;
/** Calls before anything is measured. */
const WARMING = 1_200;

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
}

interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Of all calls, one in how many is made: some take long. Each client makes one, at least. */
  readonly part: number;
}

const bareCase: Case = {
  what: "bare SDK handler",
  args: ["bare"],
  tool: "list_plans",
  input: {},
  part: 1,
};
const cases: readonly Case[] = [
  { what: "list_plans", args: ["ours", "2000"], tool: "list_plans", input: {}, part: 1 },
  ...[2_000, 100_000].map((rows) => ({
    what: `find_transactions, ${rows} rows`,
    args: ["ours", String(rows)],
    tool: "find_transactions",
    input: { limit: 25 },
    part: rows / 2_000 > 1 ? 10 : 1,
  })),
];

/** One server that is asked, in a process of its own. */
class Measured implements AsyncDisposable {
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

/** A server, and what it is asked. */
interface Asked {
  readonly server: Measured;
  readonly url: string;
  readonly one: Case;
}

/** Asks two servers in turns; each as much as it is asked. */
async function inTurns(
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

function line(what: string, clients: number, { perSecond, p50, p99, cpu }: Figures): string {
  return `${what.padEnd(37)}${String(clients).padStart(4)} clients` +
    `${perSecond.toFixed(0).padStart(7)}/s` +
    `  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  CPU ${cpu.toFixed(2)} ms`;
}

const { values } = parseArgs({ options: { calls: { type: "string", default: "600" } } });
const folder = await Deno.makeTempDir();
const node = await findNode();
const source = fileURLToPath(new URL("_http_server.ts", import.meta.url));
const runtimes: (readonly [name: string, command: readonly string[]])[] = [
  ["Deno", [Deno.execPath(), "run", "-A", "--no-check", source]],
];
if (node !== null) runtimes.push(["Node", [node, await bundled(SCRIPT, folder)]]);
for (const [runtime, command] of runtimes) {
  await using bare = new Measured([...command, ...bareCase.args]);
  const bareAsked = { server: bare, url: await bare.line(), one: bareCase };
  for (const one of cases) {
    await using server = new Measured([...command, ...one.args]);
    const asked = { server, url: await server.line(), one };
    await inTurns([bareAsked, asked], { clients: 1, calls: WARMING });
    for (const clients of CLIENTS) {
      const calls = Number(values.calls);
      const [least, figures] = await inTurns([bareAsked, asked], { clients, calls });
      if (least === undefined || figures === undefined) continue;
      const ratio = figures.p50 / least.p50;
      const isMissed = one.what === "list_plans" && clients === 1 && ratio > MOST_RATIO;
      console.log(line(`${runtime} ${bareCase.what}`, clients, least));
      console.log(
        `${line(`${runtime} ${one.what}`, clients, figures)}  ${ratio.toFixed(2)} times the p50, ` +
          `${(figures.cpu / least.cpu).toFixed(2)} times the CPU` +
          (isMissed ? ` (the aim is ${MOST_RATIO})` : ""),
      );
    }
  }
}
await Deno.remove(folder, { recursive: true });
