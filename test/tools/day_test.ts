/**
 * Checks how many requests and tokens are used on a typical day. Ten processes share a store and
 * together handle 30 tool calls.
 */

import { assert } from "@std/assert";
import { heavyPlan } from "../../demo/heavy.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { tokensOf } from "../../scripts/tokens.ts";
import { aWorld } from "./_world.ts";

const MAX_REQUESTS = 38;
const MAX_TOKENS = 18_000;

const TODAY = "2026-11-20";
const ROWS = 2_000;
/** Pauses between tool calls (`PACE_MS`) and between processes (`PAUSE_MS`). */
const PACE_MS = 10_000;
const PAUSE_MS = 30 * 60_000;

type Question = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const plan = heavyPlan({ today: TODAY, transactions: ROWS });
const account = plan.accounts.find(({ on_budget, closed }) => on_budget && !closed)?.name ?? "";
const [payee = "", other = ""] = plan.payees.filter(({ transfer_account_id: id }) => id === null)
  .slice(20, 22).map(({ name }) => name.split(" ")[0] ?? "");

/** The tool calls that the test makes in each process. */
const DAY: readonly (readonly Question[])[] = [
  [["list_accounts", {}], ["get_monthly_summary", {}], ["find_transactions", {}]],
  [
    ["find_transactions", { since: "2026-11-01" }],
    ["find_transactions", { payee, limit: 20 }],
    ["get_category_balances", {}],
  ],
  [
    ["find_transactions", { since: "2026-10-01", until: "2026-10-31", group_by: "category" }],
    ["get_budget_vs_actual", { month: "2026-10", only_over: true }],
    ["find_transactions", { since: "2026-10-01", until: "2026-10-31", min_amount: -50, limit: 10 }],
  ],
  [
    ["list_scheduled_transactions", {}],
    ["find_transactions", { unapproved: true }],
    ["find_transactions", { direction: "in", since: "2026-09-01", limit: 10 }],
  ],
  [
    ["find_transactions", { text: other, limit: 20 }],
    ["find_transactions", { payee: other, group_by: "month" }],
    ["find_transactions", { payee: other, since: "2026-06-01", limit: 10 }],
  ],
  [
    ["forecast_balance", { until: "2027-01" }],
    ["list_scheduled_transactions", { until: "2026-12-31" }],
    ["find_recurring_charges", {}],
  ],
  [
    ["find_transactions", { since: "2026-01-01", group_by: "payee", limit: 15 }],
    ["find_transactions", { direction: "out", sort: "largest", limit: 10 }],
    ["find_transactions", { payee, since: "2026-01-01" }],
  ],
  [
    ["get_monthly_summary", {}],
    ["get_category_balances", {}],
    ["find_transactions", { since: "2026-11-15" }],
  ],
  [
    ["find_transactions", { account_ids: [account], limit: 10 }],
    ["find_transactions", { uncategorized: true, limit: 10 }],
    ["find_transactions", { cleared: "uncleared", limit: 10 }],
  ],
  [
    ["find_transactions", { payee, group_by: "month" }],
    ["find_transactions", { since: "2026-11-01", group_by: "category" }],
    ["get_monthly_summary", { month: "2026-10" }],
  ],
];

/** Returns the number of requests sent and the number of tokens in the text of all answers. */
async function costOfDay(): Promise<{ readonly requests: number; readonly tokens: number }> {
  const storeFolder = await Deno.makeTempDir();
  let tokens = 0;
  let time = Date.parse(`${TODAY}T08:00:00Z`);
  const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(time) });
  const { fetch } = upstream;
  const options = { fetch, today: TODAY, now: () => time, storeFolder, planId: undefined };
  try {
    for (const [nth, questions] of DAY.entries()) {
      await using world = await aWorld(options);
      for (const [name, args] of questions) {
        const { text, isError } = await world.call(name, args);
        if (isError) throw new Error(`${name} failed: ${text}`);
        tokens += tokensOf(text);
        time += PACE_MS;
      }
      time += PAUSE_MS;
      buySomething(upstream, nth);
    }
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
  return { requests: upstream.requests.length, tokens };
}

function buySomething(upstream: DemoUpstream, nth: number): void {
  upstream.edit(({ transactions }) => {
    const last = transactions.findLast(({ transfer_account_id: id, category_id: category }) =>
      id === null && category !== null
    );
    if (last === undefined) return;
    const id = `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
    transactions.push({ ...last, id, date: TODAY, amount: -12_340, lines: [] });
  });
}

Deno.test("ten processes handle thirty tool calls within the request and token limits even if new purchases arrive", async () => {
  const { requests, tokens } = await costOfDay();
  assert(requests <= MAX_REQUESTS, `${requests} requests`);
  assert(tokens <= MAX_TOKENS, `${tokens} tokens`);
});
