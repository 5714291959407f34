/**
 * Compares the cost of an answer with that of fetching and parsing the same list in the same run:
 * on an empty store, on a warm store, when repeated, and after one changed transaction. Each run
 * has its own process. Measurements include opening the store, its modules and all indexes. CPU
 * times include all threads.
 *
 * Usage: deno run -A scripts/bench_answers.ts [--transactions N,N] [--runs N]
 *   [--questions NAME,NAME]
 *   [--empty]  the empty store only
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { heavyPlan } from "../demo/heavy.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { openSession } from "../server/open_session.ts";
import { runTool } from "../server/run_tool.ts";
import { loadTool } from "../tools/_load_tool.ts";

const TODAY = "2026-11-20";
const TIMES = 5;
const headers = { authorization: "Bearer demo-token" };

/** Five questions that need different indexes, and one about the last few weeks. */
const QUESTIONS: Readonly<Record<string, readonly [tool: string, args: object]>> = {
  newest: ["find_transactions", {}],
  bounded: ["find_transactions", { since: "2026-10-01" }],
  payee: ["find_transactions", { payee: "market" }],
  recurring: ["find_recurring_charges", {}],
  forecast: ["forecast_balance", { until: "2027-02" }],
  suggestions: ["suggest_categories", {}],
};

/**
 * Milliseconds of CPU time of all threads in one process. `first` includes loading modules and
 * opening the store.
 */
interface Figures {
  readonly first: number;
  /** Time from the first answer until all data is stored. */
  readonly stored?: number;
  readonly unchanged?: number;
  readonly changed?: number;
  /** Peak memory until the data of the first answer was stored. */
  readonly peakBytes: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
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

async function rowsOf(planUrl: string): Promise<readonly { readonly id: string }[]> {
  const response = await fetch(`${planUrl}/transactions?since_date=1990-01-01`, { headers });
  return JSON.parse(await response.text()).data.transactions;
}

/** Runs a measurement in this process; `what` is `parse`, `empty` or `warm`. */
async function measured(
  [what = "", question = "", apiUrl = "", planId = "", storeFolder = ""]: readonly string[],
): Promise<Figures> {
  const planUrl = `${apiUrl}/plans/${planId}`;
  if (what === "parse") {
    return { first: await costOf(() => rowsOf(planUrl)), peakBytes: peakBytes() };
  }
  const [name = "", args = {}] = QUESTIONS[question] ?? [];
  const tool = await loadTool(name);
  // Include opening the store and loading its modules in the cost of the first answer.
  let session: ReturnType<typeof openSession> | null = null;
  const ask = async (): Promise<void> => {
    // Every answer polls YNAB, because cached data never counts as fresh in this benchmark.
    const options = { token: "demo-token", apiUrl, planId, storeFolder, today: TODAY };
    session ??= openSession({ ...options, maxAgeMs: 0 });
    const reply = await runTool({ tool, args: { ...args, plan_id: planId } }, session);
    if (reply.isError) throw new Error(reply.text);
  };
  const first = await costOf(ask);
  // A short list is stored immediately, so measure from the answer.
  const stored = await costOf(async () => await session?.copy?.written());
  const figures = { first, stored, peakBytes: peakBytes() };
  if (what === "empty") return figures;
  // Warm up, to exclude initial compilation.
  for (let nth = 0; nth < TIMES; nth++) await ask();
  const id = (await rowsOf(planUrl)).at(-1)?.id;
  const repeated = async (before: (nth: number) => unknown): Promise<number> => {
    const costs: number[] = [];
    for (let nth = 0; nth < TIMES; nth++) {
      await before(nth);
      costs.push(await costOf(ask));
      await session?.copy?.written();
    }
    return median(costs);
  };
  const change = async (nth: number): Promise<void> => {
    const body = JSON.stringify({ transaction: { memo: `${nth} ${Date.now()}` } });
    const answer = await fetch(`${planUrl}/transactions/${id}`, { method: "PUT", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.body?.cancel();
  };
  return { ...figures, unchanged: await repeated(() => {}), changed: await repeated(change) };
}

async function figuresOf(...args: readonly string[]): Promise<Figures> {
  const run = ["run", "-A", "--v8-flags=--max-old-space-size=4096", fileURLToPath(import.meta.url)];
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: [...run, "measure", ...args],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`The run ${args[0]} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

interface Options {
  readonly runs: number;
  readonly questions: readonly string[];
  readonly isEmptyOnly: boolean;
}

async function compare(
  url: string,
  planId: string,
  { runs, questions, isEmptyOnly }: Options,
): Promise<void> {
  const kinds = ["parse", "empty", ...(isEmptyOnly ? [] : ["warm"])];
  const found = new Map<string, Figures[]>();
  for (let run = 0; run < runs; run++) {
    for (const question of questions) {
      const folder = await Deno.makeTempDir();
      for (const kind of kinds) {
        const key = kind === "parse" ? kind : `${kind} ${question}`;
        const figures = await figuresOf(kind, question, url, planId, folder);
        found.set(key, [...found.get(key) ?? [], figures]);
      }
      await Deno.remove(folder, { recursive: true });
    }
  }
  const costIn = (key: string, at: Exclude<keyof Figures, "peakBytes">): number =>
    median((found.get(key) ?? []).flatMap((figures) => figures[at] ?? []));
  const peakIn = (key: string): string =>
    (Math.max(...(found.get(key) ?? []).map((figures) => figures.peakBytes)) / 1e6).toFixed(0);
  const alone = costIn("parse", "first");
  const print = (what: string, ms: number): void => {
    const ratio = (ms / alone).toFixed(2).padStart(5);
    console.log(`${what.padEnd(34)} ${ms.toFixed(1).padStart(7)} ms CPU  ${ratio}`);
  };
  print(`fetch and JSON.parse alone`, alone);
  console.log(`peak ${peakIn("parse")} MB\n`);
  for (const question of questions) {
    print(`${question}, empty store`, costIn(`empty ${question}`, "first"));
    print(`${question}, stored after that`, costIn(`empty ${question}`, "stored"));
    if (!isEmptyOnly) {
      print(`${question}, warm store`, costIn(`warm ${question}`, "first"));
      print(`${question}, again, unchanged`, costIn(`warm ${question}`, "unchanged"));
      print(`${question}, after one change`, costIn(`warm ${question}`, "changed"));
    }
    console.log(`peak, empty store ${peakIn(`empty ${question}`)} MB\n`);
  }
}

if (Deno.args[0] === "measure") console.log(JSON.stringify(await measured(Deno.args.slice(1))));
else {
  const { values } = parseArgs({
    options: {
      transactions: { type: "string", default: "2000,20000,100000" },
      runs: { type: "string", default: "9" },
      empty: { type: "boolean", default: false },
      questions: { type: "string", default: Object.keys(QUESTIONS).join() },
    },
  });
  const questions = values.questions.split(",");
  const options = { runs: Number(values.runs), questions, isEmptyOnly: values.empty };
  for (const transactions of values.transactions.split(",").map(Number)) {
    console.log(`${transactions} transactions, medians of ${values.runs}, ratio to parsing alone`);
    const plan = heavyPlan({ today: TODAY, transactions });
    const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
    const server = await serveDemo(new DemoUpstream({ plans: [plan], now }), { port: 0 });
    await compare(server.url, plan.id, options);
    await server.close();
  }
}
