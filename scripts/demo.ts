/**
 * Shows the server at work: starts it as an MCP client would, over stdio and with the
 * invented household, asks what a household asks and prints the answers.
 *
 * Usage: deno task demo [--today YYYY-MM-DD]
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { alignAnswer } from "./_align_answer.ts";
import { connectLines } from "./_connect_lines.ts";
import { demoQuestions, type Question } from "./_demo_questions.ts";

const MOD = new URL("../mod.ts", import.meta.url);
const REQUESTS_META = "budget-tool-server/upstream-requests";
const MOST_MS = 60_000;
const NARROW = 100;
const INDENT = "  ";

type Style = "bold" | "dim" | "cyan";

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, cyan: 36 };

const isColoured = Deno.stdout.isTerminal() && (Deno.env.get("NO_COLOR") ?? "") === "";

interface Answer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly upstreamRequests: number;
}

/** Runs the demo; throws when the server fails. */
async function runDemo(today: string | undefined, signal: AbortSignal): Promise<void> {
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "--no-prompt", "--allow-env=BUDGET_*", MOD.href, "serve", "--demo"]
      .concat(today === undefined ? [] : ["--today", today]),
    stderr: "pipe",
  });
  const words = lastWords(transport);
  const client = new Client(
    { name: "budget-tool-server-demo", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  const giveUp = (): void => void client.close();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await client.connect(transport, { signal });
    await converse(client, signal);
  } catch (error) {
    throw new Error(words() ?? (signal.aborted ? "It took too long" : "The server ended"), {
      cause: error,
    });
  } finally {
    signal.removeEventListener("abort", giveUp);
    await client.close();
  }
}

async function converse(client: Client, signal: AbortSignal): Promise<void> {
  const version = client.getServerVersion();
  console.log(paint(`${version?.title} ${version?.version}`, "bold"));
  console.log(`MCP ${client.getNegotiatedProtocolVersion()} over stdio, an invented household`);
  // The summary of the current month tells which month that is.
  const { tools } = await client.listTools(undefined, { signal });
  console.log(`${tools.length} tools, all of them read-only\n`);
  await ask(client, { tool: "list_plans", args: {} }, signal);
  const { structured } = await ask(client, { tool: "get_monthly_summary", args: {} }, signal);
  for (const question of demoQuestions(String(structured["month"]))) {
    printAnswer(question, await ask(client, question, signal));
  }
}
