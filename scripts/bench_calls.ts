/**
 * Compares the CPU time that this server takes to answer a repeated question with the time that a
 * bare SDK server takes to send an answer of the same size. The plan has 2,000 transactions, the
 * store is on disk, and both servers run in one process with the same client.
 *
 * Usage: deno run -A scripts/bench_calls.ts
 */

// deno-lint-ignore-file no-console
import process from "node:process";
import { type CallToolResult, Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { heavyPlan } from "../demo/heavy.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { createServerFactory } from "../mod.ts";
import { median } from "./_run.ts";

const TODAY = "2026-11-20";
const ROWS = 2_000;
const RUNS = 9;
const CALLS = 100;
/** Maximum extra CPU time per call compared with the bare server, in milliseconds. */
const MAX_MS = 1;

const plan = heavyPlan({ today: TODAY, transactions: ROWS });
const [payee = ""] = plan.payees[20]?.name.split(" ") ?? [];

const questions: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[] = [
  ["list_accounts", {}],
  ["find_transactions", {}],
  ["find_transactions", { payee }],
];

async function connected(server: McpServer): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

/** Connects a client to a server that always returns the given answer. */
async function bareClient(name: string, answer: CallToolResult): Promise<Client> {
  const server = new McpServer({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.registerTool(name, { description: "Answers." }, () => answer);
  return await connected(server);
}

async function cpuOf(client: Client, [name, args]: (typeof questions)[number]): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) await client.callTool({ name, arguments: args });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / CALLS;
}

if (import.meta.main) {
  const storeFolder = await Deno.makeTempDir();
  const now = (): number => Date.parse(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans: [plan], now: () => new Date(now()) });
  const { fetch } = upstream;
  const options = { token: "demo-token", fetch, today: TODAY, now, storeFolder };
  const factory = createServerFactory(options);
  const ours = await connected(factory.create());
  try {
    console.log(`${ROWS} rows, ms of CPU per call, median of ${RUNS} runs of ${CALLS} calls`);
    for (const question of questions) {
      const [name, args] = question;
      const answer = await ours.callTool({ name, arguments: args });
      const bare = await bareClient(name, answer as CallToolResult);
      const times: { readonly ours: number[]; readonly bare: number[] } = { ours: [], bare: [] };
      for (let run = -1; run < RUNS; run += 1) {
        const [one, other] = [await cpuOf(ours, question), await cpuOf(bare, question)];
        if (run < 0) continue;
        times.ours.push(one);
        times.bare.push(other);
      }
      const beyond = median(times.ours) - median(times.bare);
      const cells = [median(times.ours), median(times.bare), beyond].map((ms) =>
        ms.toFixed(2).padStart(8)
      );
      const verdict = beyond > MAX_MS ? `  over ${MAX_MS}` : "";
      console.log(`${name} ${JSON.stringify(args)}`.padEnd(44) + cells.join("") + verdict);
      await bare.close();
    }
  } finally {
    await ours.close();
    await factory.close();
    await Deno.remove(storeFolder, { recursive: true });
  }
}
