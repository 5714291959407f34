/**
 * The embedded upstream with a heavy plan whose full list of transactions was written out
 * beforehand, in a process of its own. `/change/one/N` gives a transaction another memo,
 * `/change/months/N` renames a payee and changes one transaction in each of 240 months, and
 * `/change/reset/N` takes all changes back. Prints its address and the plan's id at the start.
 *
 * Usage: deno run -A bench/_changing_upstream.ts TRANSACTIONS
 */

// deno-lint-ignore-file no-console
import { heavyPlan } from "../demo/heavy.ts";
import { DemoUpstream } from "../demo/upstream.ts";

const TODAY = "2026-11-20";
const MONTHS = 240;
const headers = { authorization: "Bearer demo-token" };
const transactions = Number(Deno.args[0] ?? 100_000);
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
const whole = await upstream.fetch(`http://upstream.invalid${list}`, { headers });
const ready = new Uint8Array(await whole.arrayBuffer());
const rows = plan.transactions.toSorted((a, b) => a.date < b.date ? 1 : -1);
const payeeId = oftenPaid();
const ofMonths = onePerMonth();

function oftenPaid(): string {
  const months = new Map<string, Set<string>>();
  for (const { payee_id: id, date, transfer_account_id } of rows) {
    if (id === null || transfer_account_id !== null) continue;
    const seen = months.get(id) ?? new Set();
    months.set(id, seen.add(date.slice(0, 7)));
  }
  return [...months].toSorted(([, a], [, b]) => b.size - a.size)[0]?.[0] ?? "";
}

function onePerMonth(): readonly string[] {
  const byMonth = new Map(rows.map(({ id, date }) => [date.slice(0, 7), id]));
  return [...byMonth.values()].slice(0, MONTHS);
}

async function send(method: string, path: string, body: unknown): Promise<void> {
  const url = `http://upstream.invalid/v1/plans/${plan.id}/${path}`;
  const answer = await upstream.fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

const changes: Readonly<Record<string, (nth: string) => Promise<void>>> = {
  one: (nth) =>
    send("PUT", `transactions/${rows[0]?.id}`, {
      transaction: { memo: `edit ${nth} ${Date.now()}` },
    }),
  async months(nth): Promise<void> {
    await send("PATCH", `payees/${payeeId}`, { payee: { name: `Market ${nth} ${Date.now()}` } });
    const memo = `months ${nth} ${Date.now()}`;
    await send("PATCH", "transactions", { transactions: ofMonths.map((id) => ({ id, memo })) });
  },
  reset(): Promise<void> {
    upstream = upstreamOf(fresh());
    return Promise.resolve();
  },
};

const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname + search === list) {
      return new Response(ready, { headers: { "content-type": "application/json" } });
    }
    const [, isChange, what = "", nth = ""] = pathname.split("/");
    if (isChange !== "change") return await upstream.fetch(request);
    await changes[what]?.(nth);
    return new Response("changed");
  },
);
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.addr.port}/v1`, planId: plan.id }));
