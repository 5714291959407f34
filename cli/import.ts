import { basename } from "node:path";
import type { ReadAs } from "../domain/statements/statement.ts";
import type { ToolReply } from "../server/run_tool.ts";
import type { Session } from "../server/session.ts";
import { bytesAt } from "../statements/file_at.ts";
import { loadTool } from "../tools/_load_tool.ts";
import type { FlagName } from "./_flags.ts";
import { typedNumber } from "./_number.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import type { Prompt } from "./_prompt.ts";
import { type Calling, withCalls } from "./_session.ts";
import { alignedTable } from "./_table.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { printable, wrapped } from "./_text.ts";
import { makeCall, print } from "./call.ts";

const TOOL = "import_statement";

/** Names of questions about a file. */
const QUESTIONS: Readonly<Record<keyof ReadAs, string>> = {
  date_order: "In which order are day, month and year?",
  decimal_sign: "Which character is the decimal sign?",
  sign: "Do the amounts have the sign that the account needs?",
  amount_column: "Which column has the amounts?",
  part: "Which account of the file?",
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

/** Compares a statement with an account, asks what the file leaves open, and imports it. */
export async function importStatement(line: CommandLine, terminal: Terminal): Promise<number> {
  pathIn(line);
  const given = { ...line.given, write: flag("write", "1"), profile: flag("profile", "complete") };
  return await withCalls({ ...line, given }, terminal, importIn);
}

function flag(name: FlagName, value: string): GivenValue {
  return { value, source: "flag", name: `--${name}` };
}

function pathIn({ operands: [path, ...more] }: CommandLine): string {
  if (path === undefined || more.length > 0) {
    throw new UsageError("import takes one file: import FILE --account NAME");
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
  const args = {
    ...(account === undefined ? {} : { account_id: account.value }),
    ...(opening === undefined ? {} : { opening_balance: amountOf(opening) }),
    ...(closing === undefined ? {} : { closing_balance: amountOf(closing) }),
  };
  const tool = await loadTool(TOOL);
  const handed = { name: basename(path), bytes: await bytesAt(path) };
  let readAs: ReadAs = {};
  for (;;) {
    const call = { tool, args: { ...args, read_as: readAs }, handed };
    const reply = await makeCall(call, session, { line, terminal });
    const answered = await answersOf(reply, terminal);
    if (answered === null) {
      const status = await print(reply, { line, terminal, options, tool });
      await session.copy?.written();
      return status;
    }
    readAs = { ...readAs, ...answered };
  }
}

function amountOf({ name, value }: GivenValue): number {
  const amount = typedNumber(name, value);
  if (amount === null) throw new UsageError(`${name} must be an amount`);
  return amount;
}

/** Asks what a file leaves open; `null` if nothing is asked or the user doesn't answer. */
async function answersOf(
  { structured }: ToolReply,
  terminal: Terminal,
): Promise<ReadAs | null> {
  if (structured?.["status"] !== "question" || terminal.ask === undefined) return null;
  const prompt = await terminal.openPrompt?.();
  if (prompt === undefined) return null;
  try {
    const answers: Record<string, string> = {};
    for (const question of structured["questions"] as readonly Question[]) {
      const choice = await choiceOf(question, prompt, terminal);
      if (choice === undefined) return null;
      answers[question.about] = choice;
    }
    return answers;
  } finally {
    prompt.close();
  }
}

async function choiceOf(
  { about, choices, example, rows = [] }: Question,
  prompt: Prompt,
  terminal: Terminal,
): Promise<string | undefined> {
  const { columns: width = 80 } = terminal;
  const table = alignedTable({
    names: ["", "choice", "date", "amount", "payee"],
    rows: choices.flatMap((choice, at) => {
      const own = rows.filter((row) => row.choice === choice)
        .map(({ date, amount, payee = "" }) => [date, String(amount), payee]);
      return (own.length === 0 ? [[]] : own).map((cells, index) => {
        const named = index === 0 ? [String(at + 1), choice] : ["", ""];
        return { cells: [...named, ...cells].map(printable) };
      });
    }),
  }, { width });
  terminal.out(
    `${wrapped(printable(`${QUESTIONS[about]} ${example}`), terminal)}\n${table.join("\n")}\n`,
  );
  const typed = (await prompt.read(`[1-${choices.length}] `) ?? "").trim();
  return choices[Number(typed) - 1];
}
