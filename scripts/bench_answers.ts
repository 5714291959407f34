/**
 * Compares the cost of the first answer from a new process with an empty store to the cost of just
 * fetching and parsing the same list. The measurements include opening the store, loading modules,
 * and the CPU time of all threads.
 *
 * Usage: deno run -A scripts/bench_answers.ts
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { fileURLToPath } from "node:url";
import { heavyPlan } from "../demo/heavy.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { openSession } from "../server/open_session.ts";
import { runTool } from "../server/run_tool.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { median } from "./_run.ts";

const TODAY = "2026-11-20";
const SIZES = [2_000, 20_000, 100_000];
const RUNS = 5;

/** CPU time in milliseconds, and peak memory, for one process. */
interface Figures {
  readonly first: number;
  /** Time from the first answer until all data is stored. */
  readonly stored: number;
  readonly peakBytes: number;
}

async function costOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Peak memory of this program. On Linux, `maxRSS` may be the peak of the parent process. */
function peakBytes(): number {
  const status = Deno.build.os === "linux" ? Deno.readTextFileSync("/proc/self/status") : "";
  const [, kilobytes = process.resourceUsage().maxRSS] = /VmHWM:\s+(\d+)/u.exec(status) ?? [];
  return Number(kilobytes) * 1_024;
}

/** Measures the cost of an answer. Without `storeFolder`, measures only fetching and parsing. */
async function measured(apiUrl: string, planId: string, storeFolder?: string): Promise<Figures> {
  if (storeFolder === undefined) {
    const headers = { authorization: "Bearer demo-token" };
    const url = `${apiUrl}/plans/${planId}/transactions?since_date=1990-01-01`;
    const first = await costOf(async () =>
      JSON.parse(await (await fetch(url, { headers })).text())
    );
    return { first, stored: 0, peakBytes: peakBytes() };
  }
  const tool = await loadTool("find_transactions");
  let session: ReturnType<typeof openSession> | undefined;
  const first = await costOf(async () => {
    session = openSession({ token: "demo-token", apiUrl, planId, storeFolder, today: TODAY });
    const { isError, text } = await runTool({ tool, args: {} }, session);
    if (isError) throw new Error(text);
  });
  const stored = await costOf(async () => await session?.copy?.written());
  return { first, stored, peakBytes: peakBytes() };
}

async function figuresOf(...args: readonly string[]): Promise<Figures> {
  const run = ["run", "-A", "--v8-flags=--max-old-space-size=4096", fileURLToPath(import.meta.url)];
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: [...run, ...args],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("A run failed");
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function compare(url: string, planId: string): Promise<void> {
  const [parsed, answered]: [Figures[], Figures[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const folder = await Deno.makeTempDir();
    parsed.push(await figuresOf(url, planId));
    answered.push(await figuresOf(url, planId, folder));
    await Deno.remove(folder, { recursive: true });
  }
  const alone = median(parsed.map(({ first }) => first));
  const rows = [
    ["fetch and JSON.parse alone", alone],
    ["first answer", median(answered.map(({ first }) => first))],
    ["storing data after answering", median(answered.map(({ stored }) => stored))],
  ] as const;
  for (const [what, ms] of rows) {
    const ratio = (ms / alone).toFixed(2).padStart(5);
    console.log(`${what.padEnd(34)} ${ms.toFixed(1).padStart(7)} ms CPU  ${ratio}`);
  }
  const peaks = [parsed, answered].map((runs) =>
    (Math.max(...runs.map((figures) => figures.peakBytes)) / 1e6).toFixed(0)
  );
  console.log(`peak ${peaks.join(" MB, then ")} MB\n`);
}

const [apiUrl, planId, storeFolder] = Deno.args;
if (apiUrl !== undefined && planId !== undefined) {
  console.log(JSON.stringify(await measured(apiUrl, planId, storeFolder)));
} else {
  for (const transactions of SIZES) {
    console.log(
      `${transactions} transactions: median CPU times over ${RUNS} runs; the figure ` +
        "after each median is its ratio to the median for fetching and parsing alone",
    );
    const plan = heavyPlan({ today: TODAY, transactions });
    const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
    const server = await serveDemo(new DemoUpstream({ plans: [plan], now }), { port: 0 });
    await compare(server.url, plan.id);
    await server.close();
  }
}
