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
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundled } from "../test/_bundle.ts";
import { findNode } from "../test/_node.ts";
import { type Case, type Figures, inTurns, Measured } from "./_http_load.ts";

const SCRIPT = "bench/_http_server.ts";
const CLIENTS = [1, 10, 100];
const MOST_RATIO = 2.5;
/** Calls before anything is measured. */
const WARMING = 1_200;

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
