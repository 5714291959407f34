/**
 * Shows the server at work: starts it as an MCP client would, over stdio and with the
 * invented household, asks what a household asks and prints the answers.
 *
 * Usage: deno task demo [--today YYYY-MM-DD]
 */

// deno-lint-ignore-file no-console
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answerLines } from "../cli/_answer.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { connectLines } from "./_connect_lines.ts";
import { furtherQuestions, openingQuestions, type Question } from "./_demo_questions.ts";

const MOD = new URL("../mod.ts", import.meta.url);
const REQUESTS_META = "budget-tool-server/ynab-requests";
const LONGEST_MS = 60_000;
const USUAL_WIDTH = 100;
const NARROWEST = 60;
const WIDEST = 140;
const INDENT = "  ";

/** How the household's plan writes money. */
const DOLLARS: MoneyFormat = { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," };

type Style = "bold" | "dim" | "cyan";

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, cyan: 36 };

const isColoured = Deno.stdout.isTerminal() && !Deno.noColor;

interface Answer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly upstreamRequests: number;
}

async function runDemo(serveArgs: readonly string[], signal: AbortSignal): Promise<void> {
  // What the server says on stderr goes to ours: should it fail, it says why there.
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "--quiet", "--no-prompt", "--allow-env=BUDGET_*", MOD.href, "serve", "--demo"]
      .concat(serveArgs),
    env: ownEnvironment(),
  });
  const client = new Client(
    { name: "budget-tool-server-demo", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  try {
    await client.connect(transport, { signal });
    await converse(client, signal);
  } finally {
    await client.close();
  }
}

/** This environment, for the runtime's cache and network, but not what sets the server up. */
function ownEnvironment(): Record<string, string> {
  const variables = Object.entries(Deno.env.toObject());
  return Object.fromEntries(variables.filter(([name]) => !name.startsWith("BUDGET_")));
}

async function converse(client: Client, signal: AbortSignal): Promise<void> {
  const { tools } = await client.listTools(undefined, { signal });
  const server = client.getServerVersion();
  print(paint(`${server?.title} ${server?.version}`, "bold"));
  print(`A made-up household, asked over stdio by an MCP client of its own:`);
  print(`protocol ${client.getNegotiatedProtocolVersion()}, ${tools.length} tools that only read.`);
  let month = "";
  for (const question of openingQuestions) {
    const { structured } = await askAloud(client, question, signal);
    month = String(structured["month"]);
  }
  for (const question of furtherQuestions(month)) await askAloud(client, question, signal);
}

async function askAloud(client: Client, asked: Question, signal: AbortSignal): Promise<Answer> {
  const answer = await ask(client, asked, signal);
  const { structured, upstreamRequests } = answer;
  const { schema } = await loadTool(asked.tool);
  const printed = {
    schema: schema.output,
    answer: structured,
    money: DOLLARS,
    isIdShown: () => false,
  };
  const total = "transactions" in structured ? Number(structured["count"]) : undefined;
  const layout = { width: terminalWidth() - INDENT.length, rows: asked.rows, total };
  print("");
  print(paint(asked.question, "bold"));
  print(paint(`${INDENT}${asked.tool} ${JSON.stringify(asked.args)}`, "cyan"));
  for (const line of answerLines(printed, layout)) {
    // Blank lines part the questions here.
    if (line !== "") print(`${INDENT}${line}`);
  }
  print(paint(`${INDENT}${requestWords(upstreamRequests)}`, "dim"));
  return answer;
}

async function ask(client: Client, asked: Question, signal: AbortSignal): Promise<Answer> {
  const { tool: name, args } = asked;
  const result = await client.callTool({ name, arguments: { ...args } }, { signal });
  const [first] = result.content;
  if (result.isError === true) {
    throw new Error(`${name} answered ${first?.type === "text" ? first.text : ""}`);
  }
  return {
    structured: result.structuredContent as Answer["structured"],
    upstreamRequests: Number(result._meta?.[REQUESTS_META]),
  };
}

function requestWords(count: number): string {
  if (count === 0) return "0 requests to YNAB: the local copy knew";
  return count === 1 ? "1 request to YNAB" : `${count} requests to YNAB`;
}

function terminalWidth(): number {
  if (!Deno.stdout.isTerminal()) return USUAL_WIDTH;
  const { columns } = Deno.consoleSize();
  return columns === 0 ? USUAL_WIDTH : Math.min(Math.max(columns, NARROWEST), WIDEST);
}

function paint(text: string, style: Style): string {
  return isColoured ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text;
}

function print(line: string): void {
  console.log(line);
}

if (import.meta.main) {
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    await runDemo(Deno.args, signal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(
      signal.aborted
        ? "The demo failed: the server took too long"
        : `The demo failed: the server could not be asked (${why})`,
    );
    Deno.exit(1);
  }
  print("");
  for (const line of connectLines()) print(line);
  // Nothing that is left open may keep the terminal waiting.
  Deno.exit(0);
}
