/**
 * A minimal SDK server with the given number of tools; the tools do nothing.
 *
 * Usage: deno run -A scripts/_bench_server.ts TOOLS
 */

import process from "node:process";
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const count = Number(process.argv[2]);

// Create schemas only once, as our server does; each new server only registers them.
const inputs = Array.from({ length: count }, () =>
  z.object({
    plan_id: z.string().min(1).max(100).optional().describe("Which plan"),
    month: z.string().default("current").describe("Which month"),
    include_empty: z.boolean().default(false),
    limit: z.number().int().min(1).max(200).default(25),
  }));
const outputs = Array.from({ length: count }, () =>
  z.object({
    count: z.number(),
    rows: z.array(z.object({ name: z.string(), amount: z.number() })).optional(),
  }));

serveStdio(() => {
  const server = new McpServer({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
  for (const [at, inputSchema] of inputs.entries()) {
    const outputSchema = outputs[at] ?? z.object({});
    server.registerTool(
      `tool_${at}`,
      { title: `Tool ${at}`, description: "Does nothing.", inputSchema, outputSchema },
      (): CallToolResult => ({ content: [], structuredContent: { count: 0 } }),
    );
  }
  return server;
});
