/**
 * A server over HTTP to be measured, for every runtime: ours over the embedded API, or the
 * least that the SDK allows. Prints its address; tells the CPU time it has used when asked.
 *
 * Usage: bench/_http_server.ts ours|bare TRANSACTIONS
 *        bench/_http_server.ts replica DATABASE_URL API_URL
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { heavyPlan } from "../demo/heavy.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import type { HttpOptions } from "../http/http_options.ts";
import { serveHttp } from "../http/node_server.ts";

const TODAY = "2026-11-20";
const TOOLS = 12;

/** The token of ours. */
const TOKEN = "a-token-of-no-household-but-a-benchmark";

function ours(transactions: number): Promise<string> {
  const upstream = new DemoUpstream({
    plans: [heavyPlan({ today: TODAY, transactions })],
    now: () => new Date(`${TODAY}T12:00:00Z`),
    rateLimit: Infinity,
  });
  return served({ fetch: (input, init) => upstream.fetch(input, init) });
}

/** One of several over a database; YNAB is in a process of its own. */
async function replica(databaseUrl: string, apiUrl: string): Promise<string> {
  const { openPostgres } = await import("../sync/postgres/open_postgres.ts");
  return await served({ apiUrl, database: await openPostgres(databaseUrl) });
}

async function served(options: Partial<HttpOptions>): Promise<string> {
  const { url } = await serveHttp({
    token: "demo-token",
    httpToken: TOKEN,
    today: TODAY,
    maxAgeMs: 3_600_000,
    ...options,
  }, {
    host: "127.0.0.1",
    port: 0,
    // What is measured is how fast calls are, not how many are let in.
    limits: { callsOfOne: 1_000, calls: 1_000, connections: 1_000 },
  });
  return url;
}

/** The inputs are made once, as ours are. */
const inputs = Array.from({ length: TOOLS }, () => z.object({ limit: z.number().default(25) }));

async function bare(): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "bare", version: "1.0.0" });
    for (const [at, inputSchema] of inputs.entries()) {
      server.registerTool(
        at === 0 ? "list_plans" : `tool_${at}`,
        { title: `Tool ${at}`, description: "Does nothing.", inputSchema },
        (): CallToolResult => ({ content: [{ type: "text", text: "nothing" }] }),
      );
    }
    return server;
  });
  const handle = toNodeHandler(handler);
  const server = createServer((request, response) => {
    handle(request as typeof request & { method: string; url: string }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const [, , kind, first = "", second = ""] = process.argv;
const starts: Readonly<Record<string, () => Promise<string>>> = {
  bare,
  ours: () => ours(Number(first)),
  replica: () => replica(first, second),
};
const start = starts[kind ?? ""];
if (start === undefined) throw new Error(`There is no server ${kind}`);
console.log(await start());
process.stdin.on("data", () => {
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1000);
});
