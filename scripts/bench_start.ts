/**
 * Compares the server's startup with that of a bare SDK server with the same number of tools on the
 * same runtime. Measures the startup time of the source on Deno, the installed npm package on Node,
 * and the binary. For each, measures the time until the `initialize` response, then until the tool
 * list, and then, after a pause, the duration of the first tool call. This process simulates YNAB's
 * API.
 * Excludes the very first start of the npm package and the binary, when no code has been compiled
 * yet.
 *
 * Usage: deno run -A scripts/bench_start.ts [--runs N]
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { householdPlan } from "../demo/household.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { bundled } from "../test/_bundle.ts";
import { findNode } from "../test/_node.ts";
import { PACKAGE, PROGRAM } from "./_project.ts";
import { median, ROOT, run } from "./_run.ts";
import { buildBinary } from "./build_binary.ts";
import { buildNpm } from "./build_npm.ts";

const BARE = "scripts/_bench_server.ts";
const TODAY = "2026-11-20";
const WARM_UPS = 3;
/** Time that the npm package needs to save its compile cache. */
const WARM_UP_MS = 6_000;
/** Typical time until a host's first call. */
const PAUSE_MS = 300;
const TOOLS = String(toolsOf("fuller", false).length);

/** Milliseconds for `initialize`, then for the tool list, then for the first call. */
type Times = readonly [initialized: number, listed: number, answered: number];

/** A command with its leading arguments. */
type Program = readonly [command: string, ...args: string[]];

interface Contest {
  readonly name: string;
  readonly ours: Program;
  readonly bare: Program;
  readonly env?: Readonly<Record<string, string>>;
}

async function contestsIn(folder: string): Promise<readonly Contest[]> {
  const source = (
    path: string,
  ): Program => [Deno.execPath(), "run", "--quiet", "-A", fileURLToPath(new URL(path, ROOT))];
  const onDeno = { name: "source on Deno", ours: source("mod.ts"), bare: source(BARE) };
  // `docs/hosts.md` recommends this variable under "A faster start on Deno".
  const lazily = {
    ...onDeno,
    name: "on Deno, loading files when needed",
    env: { DENO_UNSTABLE_LAZY_DYNAMIC_IMPORTS: "1" },
  };
  const node = await findNode();
  if (node === null) return [onDeno, lazily];
  return [onDeno, lazily, {
    name: "npm on Node",
    ours: [node, await installed(folder)],
    bare: [node, await bundled(BARE)],
  }, {
    name: "binary",
    ours: [await buildBinary(`${folder}/binary`)],
    bare: [await buildBinary(`${folder}/bare`, { entry: BARE })],
  }];
}

/** Installs the package as a user would, and returns the path to the program. */
async function installed(folder: string): Promise<string> {
  const tarball = await buildNpm(folder);
  await Deno.writeTextFile(`${folder}/package.json`, "{}");
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball];
  await run("npm", args, { cwd: folder });
  return `${folder}/node_modules/${PACKAGE}/bin/${PROGRAM}.js`;
}

/** Starts a server, lists its tools, makes one call and stops the server. */
async function timesOf(
  [command, ...args]: Program,
  env: Readonly<Record<string, string>>,
  pauseMs = PAUSE_MS,
): Promise<Times> {
  const isBare = args.at(-1) === TOOLS;
  const call = isBare ? { name: "tool_0" } : { name: "get_monthly_summary" };
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...Deno.env.toObject(), ...env },
    stderr: "ignore",
  });
  const client = new Client({ name: "bench", version: "1.0.0" });
  const began = performance.now();
  try {
    await client.connect(transport);
    const initialized = performance.now();
    await client.listTools();
    const listed = performance.now();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const asked = performance.now();
    const { isError } = await client.callTool({ ...call, arguments: {} });
    if (isError === true) throw new Error(`${call.name} failed`);
    return [initialized - began, listed - initialized, performance.now() - asked];
  } finally {
    await client.close();
  }
}

async function measure(
  { name, ours, bare, env: own = {} }: Contest,
  { args, env, runs }: {
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly runs: number;
  },
): Promise<void> {
  const programs: readonly Program[] = [[...ours, ...args], [...bare, TOOLS]];
  const times: readonly Times[][] = [[], []];
  await timesOf([...ours, ...args], { ...env, ...own }, WARM_UP_MS);
  for (let run = -WARM_UPS; run < runs; run += 1) {
    // Alternate the order, so that other load affects both servers equally.
    for (const which of run % 2 === 0 ? [0, 1] : [1, 0]) {
      const found = await timesOf(programs[which] ?? ours, { ...env, ...own });
      if (run >= 0) times[which]?.push(found);
    }
  }
  for (const [at, what] of ["to initialize", "to tools/list", "to an answer"].entries()) {
    const [one = NaN, other = NaN] = times.map((list) => median(list.map((each) => each[at] ?? 0)));
    const cells = [`${one.toFixed(0)} ms`, `${other.toFixed(0)} ms`, (one / other).toFixed(2)];
    console.log(`${name}, ${what}`.padEnd(44) + cells.map((cell) => cell.padStart(12)).join(""));
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
  const folder = await Deno.makeTempDir();
  const plan = householdPlan({ today: TODAY });
  const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
  const demo = await serveDemo(new DemoUpstream({ plans: [plan], now }), { port: 0 });
  const env = {
    BUDGET_ACCESS_TOKEN: "demo-token",
    XDG_STATE_HOME: `${folder}/state`,
    XDG_CACHE_HOME: `${folder}/cache`,
  };
  const args = ["serve", "--api-url", demo.url, "--today", TODAY];
  try {
    console.log(
      `Median times of ${values.runs} runs: server and bare SDK server, each with ${TOOLS} ` +
        "tools, and their ratio",
    );
    for (const contest of await contestsIn(folder)) {
      await measure(contest, { args, env, runs: Number(values.runs) });
    }
  } finally {
    await demo.close();
    await Deno.remove(folder, { recursive: true });
  }
}
