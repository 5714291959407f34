import type { UserAnswer } from "../changes/change_request.ts";
import { assertCoverage } from "../server/coverage.ts";
import { openSession } from "../server/open_session.ts";
import { runTool, type ToolReply } from "../server/run_tool.ts";
import type { Session } from "../server/session.ts";
import type { ToolCall } from "../server/tool_call.ts";
import { loadTool } from "../tools/_load_tool.ts";
import type { Tool } from "../tools/_tool.ts";
import { callArguments } from "./_call_arguments.ts";
import { alignAnswer } from "./layout/align_answer.ts";
import { paintFor } from "./layout/paint.ts";
import { jsonText, printable } from "./layout/printable.ts";
import { wrapText } from "./layout/wrap_text.ts";
import { openedDatabase } from "./_database.ts";
import { namedTool } from "./_named_tool.ts";
import type { CommandLine } from "./_parse.ts";
import { type ProgressLine, startProgressLine } from "./_progress_line.ts";
import { type CommandOptions, serverOptions } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

/** Runs the command. */
export async function call(line: CommandLine, terminal: Terminal): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const closing: (() => Promise<void>)[] = [];
  try {
    const status = await callOnce(line, terminal, { ended: ended.promise, closing });
    ended.resolve(status);
    return status;
  } finally {
    ended.resolve(1);
    for (const close of closing) await close();
  }
}

async function callOnce(
  line: CommandLine,
  terminal: Terminal,
  { ended, closing }: {
    readonly ended: Promise<number>;
    /** Hears what is to be closed at the end. */
    readonly closing: (() => Promise<void>)[];
  },
): Promise<number> {
  const [name, ...words] = line.operands;
  if (name === undefined) {
    throw new UsageError(
      "call takes a tool's name and its arguments: call TOOL [key=value ... | JSON | -]",
    );
  }
  const options = serverOptions(line, terminal);
  const database = await openedDatabase(options, terminal);
  const session = openSession({ ...options, database });
  if (database !== undefined) {
    // What it holds of leases is given back first.
    closing.push(async () => await session.copy?.close(), () => database.close());
  }
  if (session.setupError !== null) throw new UsageError(session.setupError.message);
  terminal.onStop?.(async () => {
    await session.underWay.end();
    // A call that changes nothing may end at once; one that did has an answer to tell.
    return session.underWay.hasBegun ? await ended : null;
  });
  assertCoverage(session.profile);
  const { inputSchema } = namedTool(name, session);
  const tool = await loadTool(name);
  const args = await callArguments(words, inputSchema, terminal.input);
  const progress = startProgressLine(terminal);
  const reply = await replyTo({ tool, args }, session, { terminal, progress })
    .finally(() => progress.end());
  const status = await told(reply, { line, terminal, tool, options });
  // The next process is to find what this one has read: after the answer, as it may take long.
  await session.copy?.written();
  return status;
}

/** Tells the answer, and gives the exit status. */
async function told(
  reply: ToolReply,
  { line, terminal, tool, options }: {
    readonly line: CommandLine;
    readonly terminal: Terminal;
    readonly tool: Tool;
    readonly options: ReturnType<typeof serverOptions>;
  },
): Promise<number> {
  const isJson = line.given.json !== undefined;
  if (reply.isError) {
    const hint = helpHint(tool, reply, terminal);
    const error = isJson ? jsonText(reply.structured ?? errorOf(reply.text)) : reply.text + hint;
    terminal.err(`${error}\n`);
    return 1;
  }
  const notice = codeNotice(reply, options);
  if (notice !== null) terminal.err(`budget-tool-server: ${notice}\n`);
  const answer = isJson ? jsonText(reply.structured) : shown(reply.text, terminal);
  const picture = isJson ? "" : await pictureOf(tool, reply, terminal);
  terminal.out(`${answer}\n${picture}`);
  return 0;
}

/** At a terminal the person is asked; otherwise a change prints its code. */
async function replyTo(
  call: ToolCall,
  session: Session,
  { terminal: { ask, columns }, progress }: {
    readonly terminal: Terminal;
    readonly progress: ProgressLine;
  },
): Promise<ToolReply> {
  const { onProgress } = progress;
  const told: ToolCall = {
    ...call,
    isForPerson: columns !== undefined,
    ...(onProgress === undefined ? {} : { onProgress }),
  };
  if (ask === undefined) return await runTool(told, session);
  const answering = async (response: UserAnswer | null): Promise<ToolReply> =>
    await runTool({ ...told, elicitation: { isSupported: true, response } }, session);
  const first = await answering(null);
  if (first.question === undefined) return first;
  const { code, text } = first.question;
  return await answering({
    code,
    answered: await progress.aside(() => ask(printable(text))) ? "confirmed" : "declined",
    isFromTerminal: true,
  });
}

/** Below the text, for a person's eye only. */
async function pictureOf(
  { name }: Tool,
  { structured, view }: ToolReply,
  terminal: Terminal,
): Promise<string> {
  const { columns: width } = terminal;
  if (width === undefined || structured === null || view === undefined) return "";
  // Loaded where there is somebody to look at it.
  const { answerPicture, showsBlocks } = await import("./layout/answer_picture.ts");
  if (!showsBlocks(terminal)) return "";
  const options = { width, money: view.money, paint: paintFor(terminal) };
  const lines = answerPicture(name, structured, options);
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

/** Tables at a terminal, the compact text elsewhere. */
function shown(text: string, terminal: Terminal): string {
  const { columns } = terminal;
  if (columns === undefined) return text;
  const layout = { width: columns, paint: paintFor(terminal) };
  const cursor = /^next_cursor: (\S+)/mu.exec(text)?.[1];
  // In double quotes, which every shell knows: PowerShell would part it at its commas.
  const more = cursor === undefined
    ? []
    : ["", ...wrapText(`More rows: the same call with "cursor=${cursor}"`, { width: columns })];
  return [...alignAnswer(text, layout), ...more].join("\n");
}

/** An error is `code: what: what to do`. */
function errorOf(text: string): object {
  const [, code = "internal", message = text] = /^([a-z_]+): ([^]*)$/u.exec(text) ?? [];
  return { error: { code, message } };
}

/** A person who has written something else than the tool takes can look it up. */
function helpHint({ name }: Tool, { text }: ToolReply, { columns }: Terminal): string {
  const isWrong = text.startsWith("invalid_input: ") && columns !== undefined;
  return isWrong ? `\nbudget-tool-server help ${name} tells what it takes.` : "";
}

/** What a person has to know of a code that nothing keeps. */
function codeNotice(
  { structured }: ToolReply,
  { storeFolder, storeUrl, isDemo }: CommandOptions,
): string | null {
  const isKept = storeFolder !== undefined || storeUrl !== undefined;
  if (structured?.["confirmation"] === undefined || isKept) return null;
  return isDemo
    ? "the demo keeps nothing, so this code ends with the process: at a terminal you are asked"
    : "without a store this code ends with the process: " +
      "use --store sqlite:FOLDER, or a terminal that asks";
}
