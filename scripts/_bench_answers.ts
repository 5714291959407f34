/**
 * The processes of `bench_answers.ts`. One asks one question of a plan, of an empty store, or of
 * a warm one and again after changes, and prints what that cost as JSON. `upstream` is the
 * embedded YNAB with a heavy plan whose full list of transactions was written out beforehand:
 * `/change/one/N` gives a transaction another memo, `/change/months/N` renames a payee and changes
 * one transaction in each of 240 months, and `/change/reset/N` takes all changes back.
 *
 * Usage: deno run -A scripts/_bench_answers.ts bare|empty|warm QUESTION URL PLAN_ID FOLDER
 *        deno run -A scripts/_bench_answers.ts upstream TRANSACTIONS
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { heavyPlan } from "../demo/heavy.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { openSession } from "../server/open_session.ts";
import { runTool } from "../server/run_tool.ts";
import { loadTool } from "../tools/_load_tool.ts";

const TODAY = "2026-11-20";
const MONTHS = 240;
const TIMES = 5;
const headers = { authorization: "Bearer demo-token" };

/** Measured cost. */
export interface Cost {
  /** Of all threads of the process. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Measurements of one process. */
export interface AnswerFigures {
  /** The first answer, including loading and opening. */
  readonly first: Cost;
  /** From the first answer until everything is stored. */
  readonly stored?: Cost;
  /** The same question again, without changes. */
  readonly unchanged?: Cost;
  /** After a delta of one transaction. */
  readonly afterOne?: Cost;
  /** After a delta of transactions in 240 months, and a payee of all of them renamed. */
  readonly afterRename?: Cost;
  /** Peak memory until the first answer was stored. */
  readonly peakBytes: number;
}

/** Five questions that need different indexes, and one about the last weeks. */
export const QUESTIONS: readonly {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}[] = [
  { name: "newest", tool: "find_transactions", args: {} },
  { name: "bounded", tool: "find_transactions", args: { since: "2026-10-01" } },
  { name: "payee", tool: "find_transactions", args: { payee: "market" } },
  { name: "recurring", tool: "find_recurring_charges", args: {} },
  { name: "forecast", tool: "forecast_balance", args: { until: "2027-02" } },
  { name: "suggestions", tool: "suggest_categories", args: {} },
];

/** The median by CPU time. */
export function median(costs: readonly Cost[]): Cost {
  return costs.toSorted((one, other) => one.cpuMs - other.cpuMs)[costs.length >> 1] ??
    { cpuMs: NaN, wallMs: NaN };
}

async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await run();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, wallMs };
}

async function parsing(url: string, planId: string): Promise<AnswerFigures> {
  const list = `${url}/plans/${planId}/transactions?since_date=1990-01-01`;
  const first = await costOf(async () => {
    const response = await fetch(list, { headers });
    const parsed = JSON.parse(await response.text());
    if (parsed.data.transactions.length === 0) throw new Error("No transactions");
  });
  return { first, peakBytes: peak() };
}

async function answering(what: string, args: readonly string[]): Promise<AnswerFigures> {
  const [question = "", url = "", planId = "", storeFolder = ""] = args;
  const asked = QUESTIONS.find(({ name }) => name === question);
  if (asked === undefined) throw new Error(`Unknown question ${question}`);
  const tool = await loadTool(asked.tool);
  // Opening the store and loading its modules are part of the first answer.
  let session: ReturnType<typeof openSession> | null = null;
  const ask = async (): Promise<void> => {
    // Each answer polls YNAB, because the copy is never fresh.
    const options = { token: "demo-token", apiUrl: url, planId, storeFolder, today: TODAY };
    session ??= openSession({ ...options, maxAgeMs: 0 });
    const reply = await runTool({ tool, args: { ...asked.args, plan_id: planId } }, session);
    if (reply.isError) throw new Error(reply.text);
  };
  const written = async (): Promise<void> => await session?.copy?.written();
  const first = await costOf(ask);
  // A short list is stored immediately, so measure from the answer.
  const stored = await costOf(written);
  const peakBytes = peak();
  if (what === "empty") return { first, stored, peakBytes };
  // Warm up, so that initial compilation isn't counted.
  for (let nth = 0; nth < TIMES; nth++) await ask();
  const repeated = async (kind?: string): Promise<Cost> => {
    const costs: Cost[] = [];
    for (let nth = 0; nth < TIMES; nth++) {
      if (kind !== undefined) await change(url, `${kind}/${nth}`);
      costs.push(await costOf(ask));
      await written();
    }
    return median(costs);
  };
  const figures = {
    first,
    stored,
    unchanged: await repeated(),
    afterOne: await repeated("one"),
    afterRename: await repeated("months"),
    peakBytes,
  };
  await change(url, "reset/0");
  return figures;
}

async function change(url: string, what: string): Promise<void> {
  const answer = await fetch(`${url.replace(/\/v1$/u, "")}/change/${what}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
}

function peak(): number {
  return process.resourceUsage().maxRSS * 1_024;
}

/** Serves the heavy plan and prints its address and plan id. */
async function serve(transactions: number): Promise<void> {
  const fresh = (): ReturnType<typeof heavyPlan> => heavyPlan({ today: TODAY, transactions });
  const upstreamOf = (plan: ReturnType<typeof heavyPlan>): DemoUpstream =>
    new DemoUpstream({
      plans: [plan],
      now: () => new Date(`${TODAY}T12:00:00Z`),
      rateLimit: Infinity,
    });
  const plan = fresh();
  let upstream = upstreamOf(plan);
  const list = `/v1/plans/${plan.id}/transactions?since_date=1990-01-01`;
  const whole = await upstream.fetch(`http://ynab.invalid${list}`, { headers });
  const ready = new Uint8Array(await whole.arrayBuffer());
  const rows = plan.transactions.toSorted((a, b) => a.date < b.date ? 1 : -1);
  const payeeId = mostPaid(rows);
  const byMonth = new Map(rows.map(({ id, date }) => [date.slice(0, 7), id]));
  const ofMonths = [...byMonth.values()].slice(0, MONTHS);
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const url = `http://ynab.invalid/v1/plans/${plan.id}/${path}`;
    const answer = await upstream.fetch(url, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const changed = async (kind: string, nth: string): Promise<void> => {
    const memo = `${kind} ${nth} ${Date.now()}`;
    if (kind === "one") {
      await send("PUT", `transactions/${rows[0]?.id}`, { transaction: { memo } });
    } else if (kind === "months") {
      await send("PATCH", `payees/${payeeId}`, { payee: { name: `Market ${memo}` } });
      await send("PATCH", "transactions", { transactions: ofMonths.map((id) => ({ id, memo })) });
    } else upstream = upstreamOf(fresh());
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname + search === list) {
        return new Response(ready, { headers: { "content-type": "application/json" } });
      }
      const [, isChange, kind = "", nth = ""] = pathname.split("/");
      if (isChange !== "change") return await upstream.fetch(request);
      await changed(kind, nth);
      return new Response("changed");
    },
  );
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.addr.port}/v1`, planId: plan.id }));
}

/** The payee paid in the most months. */
function mostPaid(rows: ReturnType<typeof heavyPlan>["transactions"]): string {
  const months = new Map<string, Set<string>>();
  for (const { payee_id: id, date, transfer_account_id } of rows) {
    if (id === null || transfer_account_id !== null) continue;
    months.set(id, (months.get(id) ?? new Set()).add(date.slice(0, 7)));
  }
  return [...months].toSorted(([, a], [, b]) => b.size - a.size)[0]?.[0] ?? "";
}

if (import.meta.main) {
  const [what = "", ...args] = Deno.args;
  if (what === "upstream") await serve(Number(args[0] ?? 100_000));
  else {
    const [, url = "", planId = ""] = args;
    const figures = what === "bare" ? await parsing(url, planId) : await answering(what, args);
    console.log(JSON.stringify(figures));
  }
}
