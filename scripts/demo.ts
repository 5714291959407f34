/**
 * Demonstrates the server in a few seconds: starts it over stdio with the demo household, as an
 * AI assistant would, asks questions, makes two changes and undoes one.
 *
 * Usage: deno task demo [--today YYYY-MM-DD]
 */

// deno-lint-ignore-file no-console
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answerLines } from "../cli/_answer.ts";
import { answerPicture, showsBlocks } from "../cli/_picture.ts";
import { unpainted, wrapText } from "../cli/_text.ts";
import { sentenceForPeople } from "../domain/base/for_people.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { addMonths, lastOfMonth } from "../domain/base/month.ts";
import { FORM } from "../server/asker.ts";
import { loadTool } from "../tools/_load_tool.ts";

const MOD = new URL("../mod.ts", import.meta.url);
const MAX_MS = 60_000;
const USUAL_WIDTH = 100;
const NARROWEST = 60;
const WIDEST = 140;
const INDENT = "  ";
const FORECAST_MONTHS = 4;

/** The household plan's currency format. */
const DOLLARS: MoneyFormat = { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," };

type Style = "bold" | "dim" | "cyan";

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, cyan: 36 };

const isColored = Deno.stdout.isTerminal() && !Deno.noColor;

type Fields = Readonly<Record<string, unknown>>;

/** The user's message, and the assistant's call that answers it. */
interface Request {
  readonly says: string;
  readonly tool: string;
  readonly args: Fields;
  /** Fields to print; by default, all fields. */
  readonly fields?: readonly string[];
  readonly rows?: number;
}

const NEXT_STEPS = [
  "To try more, run: npx -y deno@2.9.6 run -A mod.ts call find_transactions payee=AMZN --demo",
  "To use your own plan, see Install in README.md: it has a link or command for each assistant.",
  "Before you connect your plan, read docs/safety.md to learn what can change and how to undo it.",
];

async function runDemo(serveArgs: readonly string[], signal: AbortSignal): Promise<void> {
  print(paint("Budget Tool Server for YNAB, with a made-up household's data", "bold"));
  print("You ask, and an assistant calls the server's tools. Nothing leaves this computer.");
  // Forward the server's stderr, so that its error messages are visible.
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "--quiet", "--no-prompt", "--allow-env=BUDGET_*", MOD.href]
      .concat("serve", "--demo", "--write", serveArgs),
    env: ownEnvironment(),
  });
  const client = new Client({ name: "budget-tool-server-demo", version: "1.0.0" }, {
    versionNegotiation: { mode: "auto" },
    capabilities: { elicitation: { form: {} } },
  });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    for (const line of params.message.split("\n")) printWrapped(line);
    print(`${INDENT}${paint("You: Yes.", "bold")}`);
    return { action: "accept", content: { [FORM]: true } };
  });
  try {
    await client.connect(transport, { signal });
    await converse(client, signal);
  } finally {
    await client.close();
  }
}

/** Returns the environment variables that the runtime may need: all except server settings. */
function ownEnvironment(): Record<string, string> {
  const variables = Object.entries(Deno.env.toObject());
  return Object.fromEntries(variables.filter(([name]) => !name.startsWith("BUDGET_")));
}

async function converse(client: Client, signal: AbortSignal): Promise<void> {
  const ask = (request: Request): Promise<Fields> => askAloud(client, request, signal);
  const { month: thisMonth, overspent } = await ask({
    says: "How is this month going?",
    tool: "get_monthly_summary",
    args: {},
  });
  const month = String(thisMonth);
  const lastMonth = addMonths(`${month}-01`, -1);
  await ask({
    says: "Where did the money go last month?",
    tool: "find_transactions",
    args: {
      since: lastMonth,
      until: lastOfMonth(lastMonth),
      direction: "out",
      group_by: "category",
    },
    fields: ["count", "sum_out", "groups"],
    rows: 6,
  });
  await ask({
    says: "Will our checking account run dry in the coming months?",
    tool: "forecast_balance",
    args: {
      until: addMonths(`${month}-01`, FORECAST_MONTHS).slice(0, "YYYY-MM".length),
      account_ids: ["Checking"],
    },
    fields: ["start_balance", "chance_below_zero"],
  });
  await ask({
    says: "Move 40 from Home Maintenance to Coffee.",
    tool: "move_money",
    args: { month, amount: 40, from_category_id: "Home Maintenance", to_category_id: "Coffee" },
  });
  await ask({ says: "Undo that.", tool: "undo_operation", args: {} });
  const [category] = overspent as readonly Fields[];
  if (category !== undefined) {
    await ask({
      says: `Cover ${category["name"]} from what we set aside for our vacation.`,
      tool: "move_money",
      args: {
        month,
        amount: -Number(category["available"]),
        from_category_id: "Vacation",
        to_category_id: category["name"],
      },
    });
  }
  await ask({
    says: "What is left for everyday spending?",
    tool: "get_category_balances",
    args: { group: "Everyday" },
  });
}

async function askAloud(client: Client, asked: Request, signal: AbortSignal): Promise<Fields> {
  const { says, tool, args, fields, rows } = asked;
  print("");
  print(paint(`You: ${says}`, "bold"));
  print(paint(`${INDENT}${tool} ${JSON.stringify(args)}`, "cyan"));
  const result = await client.callTool({ name: tool, arguments: { ...args } }, { signal });
  const [first] = result.content;
  if (result.isError === true) {
    throw new Error(`${tool} answered ${first?.type === "text" ? first.text : ""}`);
  }
  const answer = result.structuredContent as Fields;
  if (answer["status"] !== undefined) {
    // One sentence per line.
    const message = sentenceForPeople(String(answer["message"]), DOLLARS);
    for (const line of message.split(/(?<=\.) (?=[A-Z])/u)) printWrapped(line);
    return answer;
  }
  const width = terminalWidth() - INDENT.length;
  const { schema } = await loadTool(tool);
  const printed = {
    schema: schema.output,
    answer: Object.fromEntries(
      Object.entries(answer).filter(([name]) => fields?.includes(name) ?? name !== "currency"),
    ),
    money: DOLLARS,
    isIdShown: () => false,
  };
  const hasBlocks = !Deno.stdout.isTerminal() || showsBlocks({ columns: width, env: Deno.env.get });
  const picture = hasBlocks
    ? answerPicture(tool, answer, { width, money: DOLLARS, paint: unpainted })
    : [];
  for (const line of [...answerLines(printed, { width, rows }), ...picture]) {
    if (line !== "") print(`${INDENT}${line}`);
  }
  return answer;
}

function printWrapped(line: string): void {
  for (const part of wrapText(line, { width: terminalWidth() - INDENT.length })) {
    print(`${INDENT}${part}`);
  }
}

function terminalWidth(): number {
  if (!Deno.stdout.isTerminal()) return USUAL_WIDTH;
  const { columns } = Deno.consoleSize();
  return columns === 0 ? USUAL_WIDTH : Math.min(Math.max(columns, NARROWEST), WIDEST);
}

function paint(text: string, style: Style): string {
  return isColored ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text;
}

function print(line: string): void {
  console.log(line);
}

if (import.meta.main) {
  if (Deno.args.some((arg) => arg === "--help" || arg === "-h")) {
    print("Usage: npx -y deno@2.9.6 task demo [--today YYYY-MM-DD]");
    Deno.exit();
  }
  const signal = AbortSignal.timeout(MAX_MS);
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
  for (const line of NEXT_STEPS) print(line);
  // Exit even if a handle is still open.
  Deno.exit(0);
}
