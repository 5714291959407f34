/** Tests the cost of a day on which ten processes with a shared store answer thirty questions. */

import { assert, assertEquals } from "@std/assert";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { heavyPlan } from "../../demo/heavy.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory } from "../../mod.ts";
import { tokensOf } from "../../scripts/tokens.ts";

const MAX_REQUESTS = 38;
const MAX_TOKENS = 18_000;

const TODAY = "2026-11-20";
const ROWS = 2_000;
/** Pauses between questions (`PACE_MS`) and between processes (`PAUSE_MS`). */
const PACE_MS = 10_000;
const PAUSE_MS = 30 * 60_000;

type Question = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const plan = heavyPlan({ today: TODAY, transactions: ROWS });
const account = plan.accounts.find(({ on_budget, closed }) => on_budget && !closed)?.name ?? "";
const [payee = "", other = ""] = plan.payees.filter(({ transfer_account_id: id }) => id === null)
  .slice(20, 22).map(({ name }) => name.split(" ")[0] ?? "");

/** The questions of each process. */
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

interface DayCost {
  readonly requests: number;
  /** Tokens of the answers' text. */
  readonly text: number;
  /** Tokens of what the host shows its model: the structured data, if there is any. */
  readonly shown: number;
}

async function costOfDay(): Promise<DayCost> {
  const storeFolder = await Deno.makeTempDir();
  const cost = { requests: 0, text: 0, shown: 0 };
  let time = Date.parse(`${TODAY}T08:00:00Z`);
  const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(time) });
  const { fetch } = upstream;
  try {
    for (const [nth, questions] of DAY.entries()) {
      const options = { token: "demo-token", fetch, today: TODAY, now: () => time, storeFolder };
      const factory = createServerFactory(options);
      const host = await connected(factory);
      for (const [name, args] of questions) {
        const { content, structuredContent, isError } = await host.callTool({
          name,
          arguments: args,
        });
        const [block] = content;
        const text = block?.type === "text" ? block.text : "";
        if (isError === true) throw new Error(`${name} failed: ${text}`);
        cost.text += tokensOf(text);
        cost.shown += tokensOf(structuredContent ?? text);
        time += PACE_MS;
      }
      await host.close();
      await factory.close();
      time += PAUSE_MS;
      buySomething(upstream, nth);
    }
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
  return { ...cost, requests: upstream.requests.length };
}

/** Connects a host that would show its model structured data instead of text. */
async function connected(factory: ReturnType<typeof createServerFactory>): Promise<Client> {
  const client = new Client({ name: "claude-code", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([factory.create().connect(far), client.connect(near)]);
  return client;
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

Deno.test("thirty questions to ten processes, with a purchase after each process, stay within the limits", async () => {
  const { requests, text, shown } = await costOfDay();
  assert(requests <= MAX_REQUESTS, `${requests} requests`);
  assertEquals(shown, text, "the host gets no structured data");
  assert(text <= MAX_TOKENS, `${text} tokens`);
});
