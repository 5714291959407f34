/**
 * Compares how fast the server starts with a bare server of the same SDK, in turns, with
 * as many tools on the same runtime: the source on Deno, the installed npm package on Node,
 * and the binary, each to the answer to `initialize`, from there to the list of tools, and
 * from there, after a moment, to the first answer of a tool. Upstream is the embedded one,
 * served by this process. Of the npm package and the binary it is not the first start: that
 * one has nothing compiled.
 *
 * Usage: deno run -A scripts/bench_start.ts [--runs N]
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { householdPlan } from "../demo/household.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { PACKAGE, PROGRAM } from "./_project.ts";
import { ROOT, run } from "./_run.ts";
import { LAZY_IMPORTS } from "./_hosts.ts";
import { buildBinary } from "./build_binary.ts";
import { buildNpm } from "./build_npm.ts";
import { bundled } from "../test/_bundle.ts";
import { findNode } from "../test/_node.ts";
import { toolsOf } from "../server/offered_tools.ts";

const BARE = "scripts/_bench_server.ts";
const TODAY = "2026-11-20";
const WARM_UPS = 3;
/** Maximum ratio to the bare server's start, up to `initialize`. */
const MOST_TO_INITIALIZE = 1.1;
/** Maximum additional milliseconds for listing tools and for the first call. */
const MOST_MS = { listed: 10, answered: 60 } as const;
/** Time the npm package needs to save its compile cache. */
const WARM_UP_MS = 6_000;
/** Typical time until a host's first call. */
const PAUSE_MS = 300;

const TOOLS = String(toolsOf("fuller", false).length);

interface Contest {
  readonly name: string;
  readonly ours: Contestant;
  readonly bare: Contestant;
}

/** A program and the arguments before the server's own. */
interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

async function contestsIn(folder: string, apiUrl: string): Promise<readonly Contest[]> {
  const plan = householdPlan({ today: TODAY }).id;
  const call = { name: "get_monthly_summary", arguments: { plan_id: plan } };
  const env = {
    BUDGET_ACCESS_TOKEN: "demo-token",
    XDG_STATE_HOME: `${folder}/state`,
    XDG_CACHE_HOME: `${folder}/cache`,
  };
  const served = ["serve", "--api-url", apiUrl, "--today", TODAY];
  const contest = (name: string, ours: Program, bare: Program): Contest => ({
    name,
    ours: { command: ours.command, args: [...ours.args, ...served], env, call },
    bare: {
      command: bare.command,
      args: [...bare.args, TOOLS],
      call: { name: "tool_0", arguments: {} },
    },
  });
  const source = (path: string): Program => ({
    command: Deno.execPath(),
    args: ["run", "--quiet", "-A", fileURLToPath(new URL(path, ROOT))],
  });
  const onDeno = contest("source on Deno", source("mod.ts"), source(BARE));
  // As `docs/hosts.md` says under "A faster start on Deno".
  const lazily = { ...env, [LAZY_IMPORTS]: "1" };
  const { ours, bare } = onDeno;
  const onLazyDeno: Contest = {
    name: "on Deno, files when needed",
    ours: { ...ours, env: lazily },
    bare: { ...bare, env: lazily },
  };
  const node = await findNode();
  if (node === null) return [onDeno, onLazyDeno];
  const alone = (command: string): Program => ({ command, args: [] });
  return [
    onDeno,
    onLazyDeno,
    contest(
      "npm on Node",
      { command: node, args: [await installed(folder)] },
      { command: node, args: [await bundled(BARE, folder)] },
    ),
    contest(
      "binary",
      alone(await buildBinary(`${folder}/binary`)),
      alone(await buildBinary(`${folder}/bare`, { entry: BARE })),
    ),
  ];
}

/** Installs the package as a user does; gives the program's file. */
async function installed(folder: string): Promise<string> {
  const tarball = await buildNpm(folder);
  await Deno.writeTextFile(`${folder}/package.json`, "{}");
  await run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball], {
    cwd: folder,
  });
  return `${folder}/node_modules/${PACKAGE}/bin/${PROGRAM}.js`;
}

async function outcomeOf({ ours, bare }: Contest, runs: number): Promise<readonly [Times, Times]> {
  const times: { readonly ours: Times[]; readonly bare: Times[] } = { ours: [], bare: [] };
  for (let run = -WARM_UPS; run < runs; run += 1) {
    // Alternate, swapping the order each time, so that other load affects both.
    const isOursFirst = run % 2 === 0;
    const first = await timesOf(isOursFirst ? ours : bare, PAUSE_MS);
    const second = await timesOf(isOursFirst ? bare : ours, PAUSE_MS);
    if (run < 0) continue;
    times.ours.push(isOursFirst ? first : second);
    times.bare.push(isOursFirst ? second : first);
  }
  return [medianOf(times.ours), medianOf(times.bare)];
}

function medianOf(times: readonly Times[]): Times {
  return {
    initialized: median(times.map(({ initialized }) => initialized)),
    listed: median(times.map(({ listed }) => listed)),
    answered: median(times.map(({ answered }) => answered)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, at) => at === 0 ? cell.padEnd(44) : cell.padStart(12)).join("");
}

function print({ name }: Contest, [ours, bare]: readonly [Times, Times]): void {
  const ratio = ours.initialized / bare.initialized;
  const row = (what: string, at: keyof Times, isOver: boolean, most: string): void => {
    const figures = [ours, bare].map((times) => `${times[at].toFixed(0)} ms`);
    const relation = at === "initialized" ? ratio.toFixed(2) : "";
    console.log(
      lineOf([`${name}, ${what}`, ...figures, relation]) + (isOver ? `  over ${most}` : ""),
    );
  };
  row("to initialize", "initialized", ratio > MOST_TO_INITIALIZE, String(MOST_TO_INITIALIZE));
  row("to tools/list", "listed", ours.listed > MOST_MS.listed, `${MOST_MS.listed} ms`);
  row("to an answer", "answered", ours.answered > MOST_MS.answered, `${MOST_MS.answered} ms`);
}

/** A process to start, and a call to make. */
export interface Contestant {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The first tool call. */
  readonly call: { readonly name: string; readonly arguments: object };
}

/** Milliseconds. */
export interface Times {
  /** From the start of the process to the end of the answer to `initialize`. */
  readonly initialized: number;
  /** From there to the end of the list of tools. */
  readonly listed: number;
  /** From there, after a pause, to the end of the answer to the first tool call. */
  readonly answered: number;
}

const CLIENT = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

/**
 * Starts a server, asks it to initialize, lists its tools, makes one call and ends it.
 *
 * @throws {Error} When it answers anything but results.
 */
async function timesOf(
  { command, args, env = {}, call }: Contestant,
  pauseMs: number,
): Promise<Times> {
  const began = performance.now();
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const input = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  const send = (message: object): Promise<void> =>
    input.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  try {
    await send({ id: 1, method: "initialize", params: CLIENT });
    await resultIn(lines);
    const initialized = performance.now();
    await send({ method: "notifications/initialized" });
    await send({ id: 2, method: "tools/list" });
    await resultIn(lines);
    const listed = performance.now();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const asked = performance.now();
    await send({ id: 3, method: "tools/call", params: call });
    await resultIn(lines);
    const answered = performance.now() - asked;
    await input.close();
    return { initialized: initialized - began, listed: listed - initialized, answered };
  } finally {
    child.kill("SIGKILL");
    await lines.return(undefined);
    await child.status;
  }
}

async function resultIn(lines: AsyncGenerator<string>): Promise<void> {
  const { value: line, done } = await lines.next();
  if (done === true) throw new Error("The server exited before it answered");
  const { result } = JSON.parse(line);
  if (result === undefined || result.isError === true) throw new Error(`No result: ${line}`);
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
  const runs = Number(values.runs);
  const folder = await Deno.makeTempDir();
  const upstream = new DemoUpstream({
    plans: [householdPlan({ today: TODAY })],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const demo = await serveDemo(upstream, { port: 0 });
  try {
    console.log(`from the start of the process, median of ${runs} runs, ${TOOLS} tools each`);
    console.log(lineOf(["", "server", "bare SDK", "ratio"]));
    for (const contest of await contestsIn(folder, demo.url)) {
      await timesOf(contest.ours, WARM_UP_MS);
      print(contest, await outcomeOf(contest, runs));
    }
  } finally {
    await demo.close();
    await Deno.remove(folder, { recursive: true });
  }
}
