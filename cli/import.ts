import { basename } from "node:path";
import { dayWords } from "../domain/base/date_words.ts";
import {
  formatAmount,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../domain/base/money_format.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ReadAs } from "../domain/statements/statement.ts";
import type { ToolReply } from "../server/run_tool.ts";
import type { Session } from "../server/open_session.ts";
import { bytesAt } from "../statements/folder.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { typedNumber } from "./_call_arguments.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { type Calling, withCalls, withFlags } from "./_session.ts";
import { alignedTable } from "./_table.ts";
import { StartError, type Terminal, UsageError } from "./_terminal.ts";
import { HELP_WIDTH, printable, wrapped } from "./_text.ts";
import { makeCall, print } from "./call.ts";

const TOOL = "import_statement";

/** Text of each question about how to read a file. */
const QUESTIONS: Readonly<Record<keyof ReadAs, (example: string) => string>> = {
  date_order: (example) => `Which date is ${example}?`,
  decimal_sign: (example) => `Which amount is ${example}?`,
  sign: () => "Which amounts are right? Outflows should have a minus sign.",
  amount_column: () => "Which column has the amounts?",
  part: () => "Which account or part of the file should be imported?",
};

interface Question {
  readonly about: keyof ReadAs;
  readonly choices: readonly string[];
  readonly example: string;
  readonly rows?: readonly {
    readonly choice: string;
    readonly date: string;
    readonly amount: number;
    readonly payee?: string;
  }[];
}

/** Compares a statement with an account, asks about ambiguities, and imports the statement. */
export async function importStatement(line: CommandLine, terminal: Terminal): Promise<number> {
  pathIn(line);
  return await withCalls(
    withFlags(line, { write: "1", profile: "complete" }),
    terminal,
    importIn,
  );
}

function pathIn({ operands: [path, ...more] }: CommandLine): string {
  if (path === undefined || path === "" || more.length > 0) {
    throw new UsageError("the import command takes one file: import FILE --account NAME");
  }
  return path;
}

/** Runs the command in an open session. */
export async function importIn(
  session: Session,
  { line, terminal, options }: Calling,
): Promise<number> {
  const { account, "opening-balance": opening, "closing-balance": closing } = line.given;
  const path = pathIn(line);
  const balances = {
    ...(opening === undefined ? {} : { opening_balance: amountOf(opening) }),
    ...(closing === undefined ? {} : { closing_balance: amountOf(closing) }),
  };
  const tool = await loadTool(TOOL);
  const handed = { name: basename(path), bytes: await fileAt(path) };
  let named = account?.value;
  let readAs: ReadAs = {};
  for (;;) {
    const args = { ...balances, ...(named === undefined ? {} : { account_id: named }) };
    const call = { tool, args: { ...args, read_as: readAs }, handed };
    const reply = await makeCall(call, session, { line, terminal });
    const answered = await answersOf(reply, terminal);
    if (answered === null) {
      if (!reply.isError || named !== undefined || !NO_ACCOUNT.test(reply.text)) {
        return await print(forPerson(reply, { line, terminal }), { line, terminal, options, tool });
      }
      const typed = await typedAccount(reply, terminal);
      if (typed === "") {
        const text = reply.text.replace(NO_ACCOUNT, ": specify the account with --account NAME");
        return await print({ ...reply, text }, { line, terminal, options, tool });
      }
      named = typed;
      continue;
    }
    readAs = { ...readAs, ...answered };
  }
}

/** Matches the advice that tells an assistant to call the tool again with an account. */
const NO_ACCOUNT = /: call again with statement "\w+" and account_id$/mu;

const UNANSWERED = "Nothing was imported, because a question about the file wasn't answered";

/** Replaces the tool's advice, which is for assistants, if the user left a question unanswered. */
function forPerson(
  reply: ToolReply,
  { line, terminal }: Pick<Calling, "line" | "terminal">,
): ToolReply {
  const { structured } = reply;
  const isPrinted = terminal.columns !== undefined && line.given.json === undefined;
  if (!isPrinted || structured?.["status"] !== "question") return reply;
  return { ...reply, structured: { ...structured, message: UNANSWERED } };
}

async function fileAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await bytesAt(path);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new StartError(`${path}: ${error.message}`, { cause: error });
  }
}

function amountOf({ name, value }: GivenValue): number {
  const amount = typedNumber(name, value);
  if (amount === null) throw new UsageError(`${name} must be an amount`);
  return amount;
}

/** Asks which account a file belongs to; the result is empty if the user doesn't answer. */
async function typedAccount({ text }: ToolReply, terminal: Terminal): Promise<string> {
  if (terminal.ask === undefined) return "";
  const prompt = await terminal.openPrompt();
  try {
    const question = text.replace(/^\w+: /u, "").replace(NO_ACCOUNT, "");
    terminal.out(`${wrapped(question, terminal)}\n`);
    return (await prompt.read("Account: ") ?? "").trim();
  } finally {
    prompt.close();
  }
}

/**
 * Asks about ambiguities in a file. Returns `null` if there are none or if an answer is missing.
 */
async function answersOf(
  { structured, view }: ToolReply,
  terminal: Terminal,
): Promise<ReadAs | null> {
  if (structured?.["status"] !== "question" || terminal.ask === undefined) return null;
  const prompt = await terminal.openPrompt();
  const { money = UNKNOWN_MONEY_FORMAT } = view ?? {};
  try {
    const answers: Record<string, string> = {};
    for (const question of structured["questions"] as readonly Question[]) {
      const { about, choices } = question;
      terminal.out(`${questionText(question, money, terminal)}\n`);
      const typed = (await prompt.read(`[1-${choices.length}] `) ?? "").trim();
      const choice = choices[Number(typed) - 1];
      if (choice === undefined) return null;
      answers[about] = choice;
    }
    return answers;
  } finally {
    prompt.close();
  }
}

/** Writes a question and, for each choice, how the server would read the first rows. */
function questionText(
  { about, choices, example, rows = [] }: Question,
  money: MoneyFormat,
  terminal: Terminal,
): string {
  const table = choices.flatMap((choice, at) => {
    const own = rows.filter((row) => row.choice === choice)
      .map(({ date, amount, payee = "" }) => [dayWords(date), formatAmount(amount, money), payee]);
    return (own.length === 0 ? [[]] : own).map((cells, index) => {
      const named = index === 0 ? [String(at + 1), choice] : ["", ""];
      return { cells: [...named, ...cells].map(printable) };
    });
  });
  return [
    wrapped(QUESTIONS[about](example), terminal),
    ...alignedTable({ names: ["", "choice", "date", "amount", "payee"], rows: table }, {
      width: terminal.columns ?? HELP_WIDTH,
    }),
  ].join("\n");
}
