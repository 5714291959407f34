// deno-lint-ignore-file no-console
/**
 * How fast the embedded upstream serves a heavy plan over HTTP, against
 * `JSON.stringify` of the same data, side by side in one run.
 *
 * Usage: deno run -A bench/demo_upstream.ts [TRANSACTIONS]
 *
 * @module
 */

import { heavyPlan } from "../demo/heavy.ts";
import { serveDemo } from "../demo/serve.ts";
import { DemoUpstream } from "../demo/upstream.ts";

const RUNS = 5;
const TODAY = "2026-11-20";
const headers = { authorization: "Bearer demo-token" };

const transactions = Number(Deno.args[0] ?? 100_000);
const plan = heavyPlan({ today: TODAY, transactions });
const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(`${TODAY}T12:00:00Z`) });
const server = await serveDemo(upstream, { port: 0 });
const list = `${server.url}/plans/${plan.id}/transactions?since_date=1990-01-01`;

const answer = await (await fetch(list, { headers })).json();
const full: number[] = [];
const plain: number[] = [];
const delta: number[] = [];
const [row] = answer.data.transactions;
let knowledge: number = answer.data.server_knowledge;
for (let run = 0; run < RUNS; run++) {
  plain.push(await timed(() => Promise.resolve(JSON.stringify(answer))));
  full.push(await timed(async () => await (await fetch(list, { headers })).arrayBuffer()));
  await edit(run);
  delta.push(
    await timed(async () => {
      const one = await fetch(`${list}&last_knowledge_of_server=${knowledge}`, { headers });
      const { data } = await one.json();
      if (data.transactions.length !== 1) throw new Error("The delta is not one row");
      knowledge = data.server_knowledge;
    }),
  );
}
await server.close();

const text = JSON.stringify(answer);
console.log(
  `${answer.data.transactions.length} transactions, ${(text.length / 1e6).toFixed(1)} MB`,
);
console.log(`JSON.stringify of the data   ${median(plain).toFixed(0)} ms`);
console.log(`full list over HTTP          ${median(full).toFixed(0)} ms`);
console.log(`delta after one edit         ${median(delta).toFixed(1)} ms`);
console.log(
  `speed against stringify      ${(median(plain) / median(full)).toFixed(2)} (at least 0.33)`,
);
console.log(
  `delta against full list      ${(median(delta) / median(full)).toFixed(4)} (at most 0.01)`,
);

async function edit(run: number): Promise<void> {
  const body = JSON.stringify({ transactions: [{ id: row.id, memo: `edit ${run}` }] });
  const url = `${server.url}/plans/${plan.id}/transactions`;
  const saved = await fetch(url, { method: "PATCH", headers, body });
  if (!saved.ok) throw new Error(await saved.text());
  await saved.body?.cancel();
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
