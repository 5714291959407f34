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
import { furtherQuestions, openingQuestions, type Question } from "./_demo_questions.ts";

const MOD = new URL("../mod.ts", import.meta.url);
const REQUESTS_META = "budget-tool-server/upstream-requests";
const LONGEST_MS = 60_000;
const USUAL_WIDTH = 100;
const NARROWEST = 60;
const WIDEST = 140;
const INDENT = "  ";

type Style = "bold" | "dim" | "cyan";

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, cyan: 36 };

const isColoured = Deno.stdout.isTerminal() && !Deno.noColor;

interface Answer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly upstreamRequests: number;
}

async function runDemo(serveArgs: readonly string[], signal: AbortSignal): Promise<void> {
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "--quiet", "--no-prompt", "--allow-env=BUDGET_*", MOD.href, "serve", "--demo"]
      .concat(serveArgs),
    stderr: "pipe",
  });
  const words = serverWords(transport);
  const client = new Client(
    { name: "budget-tool-server-demo", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  try {
    await client.connect(transport, { signal });
    await converse(client, signal);
  } catch (error) {
    const why = signal.aborted ? "the server did not answer in time" : await words();
    throw new Error(why ?? messageOf(error), { cause: error });
  } finally {
    await client.close();
  }
}

async function converse(client: Client, signal: AbortSignal): Promise<void> {
  const { tools } = await client.listTools(undefined, { signal });
  const server = client.getServerVersion();
  print(paint(`${server?.title} ${server?.version}`, "bold"));
  print(`An invented household, asked over stdio by an MCP client of its own:`);
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
  const { text, structured, upstreamRequests } = answer;
  const total = "transactions" in structured ? Number(structured["count"]) : undefined;
  const layout = { width: terminalWidth() - INDENT.length, rows: asked.rows, total };
  print("");
  print(paint(asked.question, "bold"));
  print(paint(`${INDENT}${asked.tool} ${JSON.stringify(asked.args)}`, "cyan"));
  for (const line of alignAnswer(text, layout)) print(`${INDENT}${line}`);
  print(paint(`${INDENT}${requestWords(upstreamRequests)}`, "dim"));
  return answer;
}

async function ask(client: Client, asked: Question, signal: AbortSignal): Promise<Answer> {
  const { tool: name, args } = asked;
  const result = await client.callTool({ name, arguments: { ...args } }, { signal });
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "";
  if (result.isError === true) throw new Error(`${name} answered ${text}`);
  return {
    text,
    structured: result.structuredContent as Answer["structured"],
    upstreamRequests: Number(result._meta?.[REQUESTS_META]),
  };
}

/** Gives what the server itself said of its end; paths and stacks of the runtime stay out. */
function serverWords(transport: StdioClientTransport): () => Promise<string | null> {
  let said = "";
  const ended = new Promise<void>((resolve) => transport.stderr?.once("end", resolve));
  transport.stderr?.on("data", (chunk: Uint8Array) => {
    said += new TextDecoder().decode(chunk);
  });
  return async () => {
    await transport.close();
    await ended;
    return said.split("\n").find((line) => line.startsWith("budget-tool-server: ")) ?? null;
  };
}

function requestWords(count: number): string {
  if (count === 0) return "0 requests to upstream: the local copy knew";
  return count === 1 ? "1 request to upstream" : `${count} requests to upstream`;
}

function terminalWidth(): number {
  if (!Deno.stdout.isTerminal()) return USUAL_WIDTH;
  const { columns } = Deno.consoleSize();
  return columns === 0 ? USUAL_WIDTH : Math.min(Math.max(columns, NARROWEST), WIDEST);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function paint(text: string, style: Style): string {
  return isColoured ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text;
}

function print(line: string): void {
  console.log(line);
}

if (import.meta.main) {
  try {
    await runDemo(Deno.args, AbortSignal.timeout(LONGEST_MS));
    print("");
    for (const line of connectLines()) print(line);
  } catch (error) {
    console.error(`The demo failed: ${messageOf(error)}`);
    Deno.exit(1);
  }
  Deno.exit(0);
}
