/**
 * Demonstrates the server: starts it over stdio with the made-up household, as an MCP client would,
 * asks a household's questions and prints the answers.
 *
 * Usage: deno task demo [--today YYYY-MM-DD]
 */

// deno-lint-ignore-file no-console
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answerLines } from "../cli/_answer.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { demoOnDeno, onNode, SERVER_NAME, setups } from "./_hosts.ts";
import { jsonText } from "./_derived.ts";

const MOD = new URL("../mod.ts", import.meta.url);
const REQUESTS_META = "budget-tool-server/ynab-requests";
const LONGEST_MS = 60_000;
const USUAL_WIDTH = 100;
const NARROWEST = 60;
const WIDEST = 140;
const INDENT = "  ";

/** Money format of the household's plan. */
const DOLLARS: MoneyFormat = { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," };

type Style = "bold" | "dim" | "cyan";

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, cyan: 36 };

const isColoured = Deno.stdout.isTerminal() && !Deno.noColor;

interface Answer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly upstreamRequests: number;
}

async function runDemo(serveArgs: readonly string[], signal: AbortSignal): Promise<void> {
  // The server's stderr is ours, so its error messages appear there.
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

/** This environment, for the runtime's cache and network, without the server's settings. */
function ownEnvironment(): Record<string, string> {
  const variables = Object.entries(Deno.env.toObject());
  return Object.fromEntries(variables.filter(([name]) => !name.startsWith("BUDGET_")));
}

async function converse(client: Client, signal: AbortSignal): Promise<void> {
  const { tools } = await client.listTools(undefined, { signal });
  const server = client.getServerVersion();
  print(paint(`${server?.title} ${server?.version}`, "bold"));
  print(`An MCP client asks about a made-up household over stdio:`);
  print(`protocol ${client.getNegotiatedProtocolVersion()}, ${tools.length} read-only tools.`);
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
    // Blank lines separate the questions.
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
  if (count === 0) return "0 requests to YNAB: answered from the local copy";
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

/** One question and the call that answers it. */
export interface Question {
  readonly question: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Number of rows to print. */
  readonly rows: number;
}

/** First questions: the budgets and the current month. */
export const openingQuestions: readonly Question[] = [
  { question: "Which budgets do I have?", tool: "list_plans", args: {}, rows: 3 },
  { question: "How is this month going?", tool: "get_monthly_summary", args: {}, rows: 5 },
];

/** Further questions. They name no plan because there is only one. */
export function furtherQuestions(month: string): readonly Question[] {
  const before = monthBefore(month);
  return [
    {
      question: "Where has the money gone since the start of last month?",
      tool: "find_transactions",
      args: { since: `${before}-01`, direction: "out", group_by: "category", limit: 100 },
      rows: 10,
    },
    {
      question: "Which payments did the bank label AMZN?",
      tool: "find_transactions",
      args: { payee: "AMZN" },
      rows: 6,
    },
    {
      question: "How much is left for everyday things?",
      tool: "get_category_balances",
      args: { group: "Everyday" },
      rows: 12,
    },
    { question: "What do we have in our accounts?", tool: "list_accounts", args: {}, rows: 12 },
    {
      question: "Which payments still need a category?",
      tool: "find_transactions",
      args: { uncategorized: true },
      rows: 6,
    },
    {
      question: "Did we stay within the home budget last month?",
      tool: "get_budget_vs_actual",
      args: { month: before, group: "Home" },
      rows: 12,
    },
  ];
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const isJanuary = number === 1;
  return `${isJanuary ? year - 1 : year}-${String(isJanuary ? 12 : number - 1).padStart(2, "0")}`;
}

/**
 * Settings that connect a client through npm and JSR, with a token and with the demo.
 */
function connectLines(): readonly string[] {
  return [
    "To connect an assistant, paste one of these into the settings of your MCP client.",
    "They work once the first release is published. Until then, run this clone instead:",
    '"command": "npx", "args": ["-y", "deno@2.9.6", "run", "-A", "/path/to/the/clone/mod.ts"]',
    "",
    "With Node 22.13 or later:",
    ...setups.usual.text.split("\n"),
    "",
    "With Deno:",
    ...setups.deno.text.split("\n"),
    "",
    "With the made-up household and no token:",
    ...demoText().split("\n"),
    "",
    "BUDGET_ACCESS_TOKEN is your personal access token from YNAB's Developer Settings",
    "(https://app.ynab.com/settings/developer). To keep it out of the client's settings, put it in",
    "a file that only you can read and set BUDGET_ACCESS_TOKEN_FILE to the file's path instead.",
    "The server is read-only. Add --write to enable the tools that change the plan.",
  ];
}

function demoText(): string {
  return jsonText({
    mcpServers: {
      [`${SERVER_NAME}-demo`]: { ...onNode, args: [...onNode.args, "--demo"] },
      [`${SERVER_NAME}-demo-deno`]: demoOnDeno,
    },
  });
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
        : `The demo failed: couldn't call the server (${why})`,
    );
    Deno.exit(1);
  }
  print("");
  for (const line of connectLines()) print(line);
  // Exit even if a handle is still open.
  Deno.exit(0);
}
