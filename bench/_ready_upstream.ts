/**
 * An upstream whose full list of transactions is written out beforehand, so that what
 * is timed is the client and not the making of the answer. Everything else comes from
 * the embedded upstream. Prints its address and the plan's id when it is ready.
 *
 * Usage: deno run -A bench/_ready_upstream.ts TRANSACTIONS
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { heavyPlan } from "../demo/heavy.ts";
import { DemoUpstream } from "../demo/upstream.ts";

const TODAY = "2026-11-20";
const headers = { authorization: "Bearer demo-token" };
const plan = heavyPlan({ today: TODAY, transactions: Number(Deno.args[0] ?? 100_000) });
const upstream = new DemoUpstream({
  plans: [plan],
  now: () => new Date(`${TODAY}T12:00:00Z`),
  rateLimit: Infinity,
});
const list = `/v1/plans/${plan.id}/transactions?since_date=1990-01-01`;
const ready = new Uint8Array(
  await (await upstream.fetch(`http://upstream.invalid${list}`, { headers })).arrayBuffer(),
);

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  const { pathname, search } = new URL(request.url);
  if (pathname + search === list) {
    return new Response(ready, { headers: { "content-type": "application/json" } });
  }
  return upstream.fetch(request);
});
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.addr.port}/v1`, planId: plan.id }));
