/**
 * What a store on PostgreSQL costs beside one on SQLite, and what a second replica brings: the
 * first answer of a new process on a warm store and the statements of each call, then calls a
 * second of one and of two replicas behind nginx, at 1, 10 and 100 clients. PostgreSQL and nginx
 * are started here. CPU is that of the servers, without the database, the balancer and YNAB. With
 * --calls 0 the second part is left out.
 *
 * Usage: deno run -A bench/replicas.ts [--transactions N] [--runs N] [--calls N]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { postgresForTests } from "../test/_postgres_server.ts";
import { hasNginx, startBalancer } from "../test/topology/_nginx.ts";
import { type Case, type Figures, inTurns, Measured } from "./_http_load.ts";
import type { StoreFigures } from "./_store_run.ts";

const CLIENTS = [1, 10, 100];
const WARMING = 1_200;
/** What the first answer may take at most, against SQLite, and a warm call of statements. */
const AIMS = { ratio: 2.5, queries: 1 } as const;
const STORES = ["sqlite", "postgres"] as const;
/** Longer than the benchmark takes: nothing is asked of YNAB. */
const CURRENT_MS = 3_600_000;

const { values } = parseArgs({
  options: {
    transactions: { type: "string", default: "100000" },
    runs: { type: "string", default: "7" },
    calls: { type: "string", default: "600" },
  },
});

interface Upstream extends AsyncDisposable {
  readonly url: string;
  readonly planId: string;
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}

async function heavyUpstream(transactions: string): Promise<Upstream> {
  const args = ["run", "-A", "--v8-flags=--max-old-space-size=4096"];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args, pathOf("_heavy_upstream.ts"), transactions, "ready"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value: line = "" } = await reader.read();
  return {
    ...JSON.parse(line),
    async [Symbol.asyncDispose](): Promise<void> {
      await reader.cancel();
      child.kill();
      await child.status;
    },
  };
}

/** Each run is a process of its own, both stores in turns. */
async function firstAnswers(databaseUrl: string): Promise<void> {
  await using upstream = await heavyUpstream(values.transactions);
  const folder = await Deno.makeTempDir();
  const places = { sqlite: folder, postgres: databaseUrl };
  const figures: Record<(typeof STORES)[number], StoreFigures[]> = { sqlite: [], postgres: [] };
  // The first one fills the store.
  for (let run = 0; run <= Number(values.runs); run++) {
    for (const store of STORES) {
      const { stdout, success } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "-A", "--no-check", "--v8-flags=--max-old-space-size=4096"],
          pathOf("_store_run.ts"),
          ...[store, upstream.url, upstream.planId, places[store], String(CURRENT_MS)],
        ],
        stderr: "inherit",
      }).output();
      if (!success) throw new Error(`The run on ${store} failed`);
      if (run > 0) figures[store].push(JSON.parse(new TextDecoder().decode(stdout)));
    }
  }
  await Deno.remove(folder, { recursive: true });
  tellFirst(figures);
}

type ByStore = Readonly<Record<(typeof STORES)[number], readonly StoreFigures[]>>;

function tellFirst({ sqlite, postgres }: ByStore): void {
  const of = (list: readonly StoreFigures[], pick: (one: StoreFigures) => number): number =>
    median(list.map(pick));
  const told = (what: string, pick: (one: StoreFigures) => number, unit: string): number => {
    const [one, other] = [of(sqlite, pick), of(postgres, pick)];
    const ratio = other / one;
    console.log(
      `${what.padEnd(28)} SQLite ${one.toFixed(1)}, PostgreSQL ${other.toFixed(1)} ${unit}: ` +
        `${ratio.toFixed(2)} times`,
    );
    return ratio;
  };
  console.log(`${values.transactions} transactions, medians of ${values.runs}`);
  const ratio = told("first answer, new process", ({ cpuMs }) => cpuMs, "ms CPU");
  told("first answer, new process", ({ wallMs }) => wallMs, "ms");
  told("each further call", ({ again }) => again.cpuMs, "ms CPU");
  const [first, again] = [
    of(postgres, (one) => one.queries),
    of(postgres, (one) => one.again.queries),
  ];
  console.log(`statements: ${first} for the first answer, ${again} for each further call`);
  if (ratio > AIMS.ratio) console.log(`missed: the aim is ${AIMS.ratio} times`);
  if (again > AIMS.queries) console.log(`missed: the aim is ${AIMS.queries} statement`);
}

/** One replica and two, behind the same balancer, in turns. */
async function underLoad(databaseUrl: string): Promise<void> {
  await using upstream = await heavyUpstream("2000");
  const server = pathOf("_http_server.ts");
  const command = [Deno.execPath(), "run", "-A", "--no-check", server, "replica"];
  const start = (): Measured => new Measured([...command, databaseUrl, upstream.url]);
  await using first = start();
  await using second = start();
  const urls = [new URL(await first.line()), new URL(await second.line())] as const;
  await using one = await startBalancer([urls[0], urls[0]]);
  await using two = await startBalancer(urls);
  for (const tool of ["list_plans", "find_transactions"]) {
    const input = tool === "list_plans" ? {} : { plan_id: upstream.planId, limit: 25 };
    const asked: Case = { what: tool, args: [], tool, input, part: 1 };
    const both = {
      ask: (url: string, one: Case): Promise<void> => first.ask(url, one),
      cpuMs: async (): Promise<number> => await first.cpuMs() + await second.cpuMs(),
    };
    const targets = [
      { server: first, url: one.url.href, one: asked },
      { server: both, url: two.url.href, one: asked },
    ];
    await inTurns(targets, { clients: 4, calls: WARMING });
    for (const clients of CLIENTS) {
      const figures = await inTurns(targets, { clients, calls: Number(values.calls) });
      for (const [at, each] of figures.entries()) console.log(line(tool, clients, at + 1, each));
    }
  }
}

function line(tool: string, clients: number, replicas: number, figures: Figures): string {
  const { perSecond, p50, p99, cpu } = figures;
  return `${tool.padEnd(18)} ${replicas} replica${replicas === 1 ? " " : "s"}` +
    `${String(clients).padStart(5)} clients${perSecond.toFixed(0).padStart(7)}/s` +
    `  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  CPU ${cpu.toFixed(2)} ms`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;
}

const what = "replicas on PostgreSQL behind nginx";
const databaseUrl = await postgresForTests(what);
if (databaseUrl !== null) {
  await firstAnswers(databaseUrl);
  if (Number(values.calls) > 0 && await hasNginx(what)) await underLoad(databaseUrl);
}
// The database ends with the process.
Deno.exit();
