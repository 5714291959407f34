/**
 * One process that asks one question of a plan that a store holds, or is to hold, on SQLite or
 * on PostgreSQL. Prints what the first answer took, opening included, and what further ones do,
 * with the statements that PostgreSQL was asked.
 *
 * Usage: deno run -A bench/_store_run.ts STORE URL PLAN_ID PLACE MAX_AGE_MS
 *
 * @module
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { openSession } from "../server/open_session.ts";
import { runTool } from "../server/run_tool.ts";
import type { Session } from "../server/session.ts";
import type { StoreDatabase } from "../sync/store/store_database.ts";
import { tools } from "../tools/_manifest.ts";

const [store = "", url = "", planId = "", place = "", maxAgeMs = "0"] = Deno.args;
/** Calls that are not counted, and calls that are. */
const [WARMING, CALLS] = [20, 50];

/** What one process has measured. */
export interface StoreFigures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly queries: number;
  /** Of each further call. */
  readonly again: { readonly cpuMs: number; readonly wallMs: number; readonly queries: number };
}

interface Driver {
  readonly Client: { readonly prototype: { query: (...given: readonly unknown[]) => unknown } };
}

let queries = 0;
const tool = tools.find(({ name }) => name === "find_transactions");
if (tool === undefined) throw new Error("There is no find_transactions");

/** The driver is loaded as a start loads it, with what counts its statements. */
async function connected(): Promise<StoreDatabase> {
  const { Client } = await import("pg") as unknown as Driver;
  const { query } = Client.prototype;
  Client.prototype.query = function (...given): unknown {
    queries += 1;
    return query.apply(this, [...given]);
  };
  const { openPostgres } = await import("../sync/postgres/open_postgres.ts");
  return await openPostgres(place);
}

async function opened(): Promise<Session> {
  const database = store === "postgres" ? await connected() : undefined;
  return openSession({
    token: "demo-token",
    apiUrl: url,
    planId,
    ...(database === undefined ? { storeFolder: place } : { database }),
    today: "2026-11-20",
    maxAgeMs: Number(maxAgeMs),
  });
}

function spent(): readonly [wallMs: number, cpuMs: number, queries: number] {
  const { user, system } = process.cpuUsage();
  return [performance.now(), (user + system) / 1_000, queries];
}

/** Gives what was spent since, on each of some. */
function since(
  [wall, cpu, count]: ReturnType<typeof spent>,
  of = 1,
): { readonly wallMs: number; readonly cpuMs: number; readonly queries: number } {
  const [wallNow, cpuNow, countNow] = spent();
  return {
    wallMs: (wallNow - wall) / of,
    cpuMs: (cpuNow - cpu) / of,
    queries: (countNow - count) / of,
  };
}

const begun = spent();
const session = await opened();
const ask = async (): Promise<void> => {
  const reply = await runTool({ tool, args: { plan_id: planId } }, session);
  if (reply.isError) throw new Error(reply.text);
};
await ask();
const first = since(begun);
await session.copy?.written();
for (let nth = 0; nth < WARMING; nth++) await ask();
const warm = spent();
for (let nth = 0; nth < CALLS; nth++) await ask();
const figures: StoreFigures = { ...first, again: since(warm, CALLS) };
console.log(JSON.stringify(figures));
process.exit(0);
