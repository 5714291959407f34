import { assertCoverage } from "../server/offered_tools.ts";
import { openSession } from "../server/open_session.ts";
import { callIn } from "./call.ts";
import { help } from "./help.ts";
import { importIn } from "./import.ts";
import { type CommandLine, parseCommandLine } from "./_parse.ts";
import { askOn, type Prompt } from "./_prompt.ts";
import { serverOptions } from "./_settings.ts";
import { StartError, type Terminal, UsageError } from "./_terminal.ts";
import { wrapped } from "./_text.ts";
import { statement } from "./statement.ts";
import { listTools } from "./listings.ts";

const WELCOME = `A made-up household; changes last until you exit. Nothing reaches YNAB. Try:

  list_accounts
  find_transactions payee=AMZN limit=5
  move_money month=current from_category_id=Vacation to_category_id=Coffee amount=20
  import_statement file=newest account_id="Lyon Account"
  history
  undo

Type "tools" to list the tools, "help TOOL" to see its arguments, or "exit" to end the demo.
`;

/** Short names for tools in the demo. */
const SHORT: Readonly<Record<string, string>> = { undo: "undo_operation", history: "list_changes" };
const ENDS: readonly string[] = ["exit", "quit"];
const OFFER: readonly string[] = ["--write", "--profile", "complete"];

/** Runs a demo in which each line of input is a command. All commands share one session. */
export async function demo(
  { given: { today } }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const flags = ["--demo", ...OFFER, ...(today === undefined ? [] : ["--today", today.value])];
  const options = serverOptions(lineOf(["call", ...flags]), terminal);
  const [problem] = options.problems ?? [];
  if (problem !== undefined) throw new UsageError(problem);
  const session = openSession(options);
  assertCoverage(session.profile);
  const prompt = await terminal.openPrompt();
  const ask = async (question: string): Promise<boolean> => {
    terminal.out(`${question}\n`);
    return await askOn(prompt);
  };
  // A command that reads lines must not close the prompt, because the next command needs it.
  const openPrompt = (): Promise<Prompt> => Promise.resolve({ read: prompt.read, close: () => {} });
  terminal.out(WELCOME);
  try {
    for (;;) {
      const line = await prompt.read("demo> ");
      // At the end of the input, the cursor is still on the prompt's line.
      if (line === null) terminal.out("\n");
      const words = wordsOf(line ?? "exit");
      const [command = "", ...rest] = words[0] === "budget-tool-server" ? words.slice(1) : words;
      if (ENDS.includes(command)) return 0;
      if (command !== "") await answer(command, rest);
    }
  } finally {
    prompt.close();
  }

  /** Runs one line; a mistake in it doesn't end the demo. */
  async function answer(command: string, rest: readonly string[]): Promise<void> {
    const { args, run } = requestOf(command, rest);
    try {
      const own = { args, ask, openPrompt, input: () => Promise.resolve(""), onStop: undefined };
      await run(lineOf(args), { ...terminal, ...own });
    } catch (error) {
      if (!(error instanceof UsageError) && !(error instanceof StartError)) throw error;
      terminal.err(`${wrapped(error.message, terminal)}\n`);
    }
  }

  function requestOf(command: string, rest: readonly string[]): Request {
    if (command === "help" && rest.length === 0) {
      return { args: ["help"], run: () => terminal.out(WELCOME) };
    }
    if (command === "help" || rest.includes("--help")) {
      return {
        args: ["help", ...(command === "help" || command === "call" ? rest : [command])],
        run: help,
      };
    }
    if (command === "tools") return { args: ["tools", ...rest, ...OFFER], run: listTools };
    if (command === "statement") return { args: ["statement", ...rest], run: statement };
    if (command === "import") {
      return {
        args: ["import", ...rest, "--demo"],
        run: (line, own) => importIn(session, { line, terminal: own, options }),
      };
    }
    const words = command === "call" ? rest : [SHORT[command] ?? command, ...rest];
    return {
      args: ["call", ...words, ...flags],
      run: (line, own) => callIn(session, { line, terminal: own, options }),
    };
  }
}

/** A parsed line of the demo's input. */
interface Request {
  readonly args: readonly string[];
  readonly run: (line: CommandLine, terminal: Terminal) => unknown;
}

function lineOf(args: readonly string[]): CommandLine {
  return parseCommandLine({ args, env: () => undefined });
}

/** Splits a line at unquoted spaces, as shells do, but keeps the apostrophe in O'Brien. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/gu)]
    .map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/gu, "$1$2"));
}
