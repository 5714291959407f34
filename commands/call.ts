/**
 * Makes one tool call from the terminal.
 *
 * @module
 */

import type { UserAnswer } from "../changes/change_request.ts";
import type { LoadProgress } from "../client/load_progress.ts";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { assertCoverage } from "../server/assert_coverage.ts";
import { toolsOf } from "../server/offered_tools.ts";
import { openSession } from "../server/open_session.ts";
import { progressWords } from "../server/progress.ts";
import { runTool, type ToolReply } from "../server/run_tool.ts";
import type { Session } from "../server/session.ts";
import type { ToolCall } from "../server/tool_call.ts";
import type { Tool } from "../tools/_tool.ts";
import type { CommandLine } from "./_parse.ts";
import { serverOptions } from "./_settings.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

/**
 * Runs the command.
 *
 * @param line The command line.
 * @param terminal The process.
 * @returns The exit status: 1 on a tool error.
 */
export async function call(line: CommandLine, terminal: Terminal): Promise<number> {
  const ended = Promise.withResolvers<number>();
  try {
    const status = await callOnce(line, terminal, ended.promise);
    ended.resolve(status);
    return status;
  } finally {
    ended.resolve(1);
  }
}

async function callOnce(
  line: CommandLine,
  terminal: Terminal,
  ended: Promise<number>,
): Promise<number> {
  const [name, json, ...rest] = line.operands;
  if (name === undefined || rest.length > 0) {
    throw new UsageError("call takes a tool's name and its arguments as JSON: call TOOL [JSON]");
  }
  const options = serverOptions(line, terminal);
  const session = openSession(options);
  if (session.setupError !== null) throw new UsageError(session.setupError.message);
  terminal.onStop?.(async () => {
    await session.underWay.end();
    // A call that changes nothing may end at once; one that did has an answer to tell.
    return session.underWay.hasBegun ? await ended : null;
  });
  assertCoverage(session.profile);
  const tool = toolNamed(name, session);
  const args = argumentsIn(json);
  const { status } = terminal;
  const onProgress = (progress: LoadProgress): void => status?.(progressWords(progress));
  const asked = { tool, args, ...(status === undefined ? {} : { onProgress }) };
  const reply = await replyTo(asked, session, terminal);
  status?.("");
  // The next process is to find what this one has read.
  await session.copy?.written();
  if (reply.isError) {
    terminal.err(`${reply.text}\n`);
    return 1;
  }
  if (reply.structured?.["confirmation"] !== undefined && options.storeFolder === undefined) {
    terminal.err(
      "budget-tool-server: without a store this code ends with the process: " +
        "use --store sqlite:FOLDER, or a terminal that asks\n",
    );
  }
  const isJson = line.given.json !== undefined;
  terminal.out(`${isJson ? JSON.stringify(reply.structured, null, 2) : reply.text}\n`);
  return 0;
}

/** At a terminal the person is asked; otherwise a change prints its code. */
async function replyTo(
  call: ToolCall,
  session: Session,
  { ask }: Terminal,
): Promise<ToolReply> {
  if (ask === undefined) return await runTool(call, session);
  const answering = async (response: UserAnswer | null): Promise<ToolReply> =>
    await runTool({ ...call, elicitation: { isSupported: true, response } }, session);
  const first = await answering(null);
  if (first.question === undefined) return first;
  const { code, text } = first.question;
  return await answering({ code, isYes: await ask(text) });
}

function toolNamed(name: string, { profile, isWriteAllowed }: Session): Tool {
  const offered = toolsOf(profile, isWriteAllowed);
  const found = offered.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  if (toolsOf(profile, true).some((tool) => tool.name === name)) {
    throw new UsageError(`${name} changes the plan: it is only there with --write`);
  }
  const near = nearestWord(name, offered.map((tool) => tool.name));
  const help = near === null ? "budget-tool-server tools lists them" : `did you mean ${near}?`;
  throw new UsageError(`there is no tool ${name}: ${help}`);
}

function argumentsIn(json: string | undefined): unknown {
  if (json === undefined) return {};
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`the arguments are not JSON, such as '{"month":"current"}'`, {
      cause: error,
    });
  }
}
