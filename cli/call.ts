import type { UserAnswer } from "../changes/change_request.ts";
import { argumentSchema } from "../server/arguments.ts";
import { runTool, type ToolCall, type ToolReply } from "../server/run_tool.ts";
import type { Session } from "../server/open_session.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { isChanging, type Tool } from "../tools/_tool.ts";
import { listed } from "../domain/base/clean_text.ts";
import { callArguments } from "./_call_arguments.ts";
import { jsonText, paintFor, say, wrapped, wrapText } from "./_text.ts";
import { type Calling, withCalls } from "./_session.ts";
import { namedTool } from "./_tool_help.ts";
import type { CommandLine } from "./_parse.ts";
import { startProgressLine } from "./_progress_line.ts";
import type { CommandOptions } from "./_settings.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

/** Tools for which a month without a year means a future month. */
const AHEAD: readonly string[] = ["forecast_balance", "list_scheduled_transactions"];

const NO_TOOL =
  "the call command takes a tool's name and arguments: call TOOL [key=value ... | JSON | -]";

export async function call(line: CommandLine, terminal: Terminal): Promise<number> {
  if (line.operands.length === 0) throw new UsageError(NO_TOOL);
  return await withCalls(line, terminal, callIn);
}

/** Runs one call in an open session. */
export async function callIn(
  session: Session,
  { line, terminal, options }: Calling,
): Promise<number> {
  const [name = "", ...words] = line.operands;
  if (name === "") throw new UsageError(NO_TOOL);
  const { given } = line;
  if (given.csv !== undefined && given.json !== undefined) {
    throw new UsageError("--csv can't be combined with --json: leave one of them out");
  }
  namedTool(name, session);
  const tool = await loadTool(name);
  const args = await callArguments(words, {
    schema: argumentSchema(tool.schema.input),
    input: terminal.input,
    today: session.today(),
    yearless: isChanging(tool) ? "unclear" : AHEAD.includes(name) ? "future" : "past",
  });
  const reply = await makeCall({ tool, args }, session, { line, terminal });
  return await print(reply, { line, terminal, options, tool });
}

/** Makes a call; at a terminal, asks before making a change. */
export async function makeCall(
  call: Pick<ToolCall, "tool" | "args" | "handed">,
  session: Session,
  { line, terminal }: Pick<Calling, "line" | "terminal">,
): Promise<ToolReply> {
  const { ask, columns } = terminal;
  const { onProgress, aside, end } = startProgressLine(terminal);
  const made: ToolCall = {
    ...call,
    keepsEmpty: columns !== undefined && line.given.json === undefined,
    ...(onProgress === undefined ? {} : { onProgress }),
  };
  const answering = async (response: UserAnswer | null): Promise<ToolReply> =>
    await runTool({ ...made, elicitation: { isSupported: true, response } }, session);
  try {
    if (ask === undefined) return await runTool(made, session);
    const first = await answering(null);
    if (first.question === undefined) return first;
    const { code, text } = first.question;
    const isAgreed = await aside(() => ask(wrapped(text, terminal)));
    const answered = isAgreed ? "confirmed" : "declined";
    return await answering({ code, answered, by: "terminal" });
  } finally {
    end();
  }
}

/** Prints the answer and returns the exit status. */
export async function print(
  reply: ToolReply,
  { line: { command, given }, terminal, options, tool }: Calling & { readonly tool: Tool },
): Promise<number> {
  const { columns } = terminal;
  const helpOn = command === "call" ? tool.name : command;
  const answer = given.json !== undefined
    ? jsonText(reply.structured ?? errorOf(reply.text))
    : given.csv !== undefined && reply.structured !== null
    ? await csvText(reply.structured, tool, terminal)
    : columns === undefined
    ? reply.text
    : await textForPerson(reply, tool, { terminal: { ...terminal, columns }, helpOn });
  const notice = reply.isError ? null : codeNotice(reply, options);
  if (notice !== null) say(notice, terminal);
  (reply.isError ? terminal.err : terminal.out)(`${answer}\n`);
  return reply.isError ? 1 : 0;
}

/** Formats the answer's main table as CSV, and names the omitted tables on stderr. */
async function csvText(
  answer: Readonly<Record<string, unknown>>,
  tool: Tool,
  terminal: Terminal,
): Promise<string> {
  const { csvTable } = await import("./_csv.ts");
  const table = csvTable(answer, tool);
  const cursor = answer["next_cursor"];
  const notes = [
    ...(table.others.length === 0 ? [] : [`--json also includes ${listed(table.others, "and")}`]),
    ...(typeof cursor === "string"
      ? [`for more rows, repeat the call with "cursor=${cursor}"`]
      : []),
  ];
  for (const note of notes) say(note, terminal);
  return table.text;
}

/** Prints an answer with its chart and a hint about the next page, or an error with a hint. */
async function textForPerson(
  { text, structured: answer, isIdShown, view }: ToolReply,
  { name, schema }: Tool,
  { terminal, helpOn }: {
    readonly terminal: Terminal & { readonly columns: number };
    readonly helpOn: string;
  },
): Promise<string> {
  if (answer === null || isIdShown === undefined || view === undefined) {
    const isWrong = text.startsWith("invalid_input: ");
    const hint = isWrong
      ? `\nTo see the arguments of ${helpOn}, run budget-tool-server help ${helpOn}.`
      : "";
    return wrapped(text + hint, terminal);
  }
  // Load these modules only if the output is a terminal.
  const { answerLines } = await import("./_answer.ts");
  const { answerPicture, showsBlocks } = await import("./_picture.ts");
  const layout = { width: terminal.columns, paint: paintFor(terminal) };
  const printed = { answer, isIdShown, schema: schema.output, money: view.money };
  const lines = answerLines(printed, layout);
  const cursor = answer["next_cursor"];
  // Every shell accepts double quotes; without them, PowerShell would split the argument at commas.
  const more = typeof cursor === "string"
    ? ["", ...wrapText(`For more rows, repeat the call with "cursor=${cursor}"`, layout)]
    : [];
  const picture = showsBlocks(terminal)
    ? answerPicture(name, answer, { ...layout, money: view.money })
    : [];
  return [...lines, ...more, ...(picture.length === 0 ? [] : ["", ...picture])].join("\n");
}

/** Parses an error message of the form `code: message`. */
function errorOf(text: string): object {
  const [, code = "internal", message = text] = /^([a-z_]+): ([^]*)$/u.exec(text) ?? [];
  return { error: { code, message } };
}

/** Explains that the confirmation code is lost when the process ends, because there is no store. */
function codeNotice(
  { structured }: ToolReply,
  { storeFolder, storeUrl, isDemo }: CommandOptions,
): string | null {
  const hasStore = storeFolder !== undefined || storeUrl !== undefined;
  if (typeof structured?.["confirmation"] !== "string" || hasStore) return null;
  return isDemo
    ? "the demo saves nothing, so the confirmation code is lost when the command ends: run the " +
      "command in a terminal and confirm there, or run budget-tool-server demo to try out changes"
    : "nothing is stored, so the confirmation code is lost when the command ends: use " +
      "--store sqlite:FOLDER, or run the command in a terminal and confirm there";
}
