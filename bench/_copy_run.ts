/**
 * One measured run of the local copy, in a process of its own. Prints milliseconds and
 * memory as JSON.
 *
 * Usage: deno run -A bench/_copy_run.ts WHAT URL PLAN_ID FOLDER
 *
 * @module
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { tools } from "../tools/_manifest.ts";
import { openSession } from "../server/open_session.ts";
import { runTool } from "../server/run_tool.ts";
import type { Session } from "../server/session.ts";
import type { Tool } from "../tools/_tool.ts";

const [what = "", url = "", planId = "", storeFolder = ""] = Deno.args;

interface Figures {
  /** Until the first answer. */
  readonly answerMs: number;
  /** From the first answer until all of it is stored. */
  readonly storedMs: number;
  readonly heapBytes: number;
  /** The most that the process ever held. */
  readonly peakBytes: number;
}

/** Fetching the body and parsing it, and nothing else. */
async function bare(): Promise<Figures> {
  const list = `${url}/plans/${planId}/transactions?since_date=1990-01-01`;
  const began = performance.now();
  const response = await fetch(list, { headers: { authorization: "Bearer demo-token" } });
  const parsed = JSON.parse(await response.text());
  const answerMs = performance.now() - began;
  if (parsed.data.transactions.length === 0) throw new Error("There are no transactions");
  return { answerMs, storedMs: 0, ...memory() };
}

function aSession(): Session {
  const today = "2026-11-20";
  return openSession({ token: "demo-token", apiUrl: url, planId, storeFolder, today, maxAgeMs: 0 });
}

function findTransactions(): Tool {
  const tool = tools.find(({ name }) => name === "find_transactions");
  if (tool === undefined) throw new Error("There is no find_transactions");
  return tool;
}

/** The first answer of a server that finds an empty store, or a filled one. */
async function server(): Promise<Figures> {
  const session = aSession();
  // What a server loads at its first call belongs to its start.
  await import("../sync/store/sqlite/sqlite_store.ts");
  const began = performance.now();
  const reply = await runTool({ tool: findTransactions(), args: {} }, session);
  const answered = performance.now();
  if (reply.isError) throw new Error(reply.text);
  await session.copy?.written();
  const stored = performance.now();
  return { answerMs: answered - began, storedMs: stored - answered, ...memory() };
}

/** Deltas of one edit each that someone has made, applied and stored: the median of five. */
async function delta(): Promise<Figures> {
  const session = aSession();
  const first = await runTool({ tool: findTransactions(), args: { limit: 1 } }, session);
  const { transactions } = first.structured as { transactions: { transaction_id: string }[] };
  const copy = session.copy?.plan(planId);
  const rows = await copy?.transactions();
  const row = rows?.live.find(({ id }) => id.startsWith(transactions[0]?.transaction_id ?? "-"));
  await session.copy?.written();
  const figures: Figures[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const edited = await fetch(`${url}/plans/${planId}/transactions/${row?.id}`, {
      method: "PUT",
      headers: { authorization: "Bearer demo-token" },
      body: JSON.stringify({ transaction: { memo: `edit ${nth} ${performance.now()}` } }),
    });
    if (!edited.ok) throw new Error(await edited.text());
    await edited.text();
    const began = performance.now();
    await copy?.transactions();
    const answered = performance.now();
    await session.copy?.written();
    const storedMs = performance.now() - answered;
    figures.push({ answerMs: answered - began, storedMs, ...memory() });
  }
  const whole = ({ answerMs, storedMs }: Figures): number => answerMs + storedMs;
  return figures.toSorted((one, other) => whole(one) - whole(other))[2] as Figures;
}

function memory(): Pick<Figures, "heapBytes" | "peakBytes"> {
  return {
    heapBytes: process.memoryUsage().heapUsed,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  };
}

const runs: Readonly<Record<string, () => Promise<Figures>>> = {
  bare,
  first: server,
  warm: server,
  delta,
};
const run = runs[what];
if (run === undefined) throw new Error(`There is no run ${what}`);
console.log(JSON.stringify(await run()));
