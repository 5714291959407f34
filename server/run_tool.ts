import type { ChangeQuestion } from "../changes/run_change.ts";
import { QuestionNeeded } from "./change_binding.ts";
import { contextFor } from "./context_for.ts";
import { isInternalError } from "./errors/error_codes.ts";
import { errorText } from "./errors/error_reply.ts";
import { logFault } from "./errors/fault.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { isChanging } from "../tools/_tool.ts";
import { replyFrom, type WrittenAnswer } from "./reply_from.ts";
import type { Session } from "./session.ts";
import type { SentRequests, ToolCall } from "./tool_call.ts";

/** What a call is answered with. */
export interface ToolReply {
  readonly text: string;
  /** `null` for errors. */
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  /** Requests that were sent to upstream. */
  readonly upstreamRequests: number;
  /** What a view needs besides; absent for errors. */
  readonly view?: WrittenAnswer["view"];
  /** What a terminal prints; absent for errors. */
  readonly printed?: WrittenAnswer["printed"];
  /** Set when the user has to be asked first; the rest is empty then. */
  readonly question?: ChangeQuestion;
}

/** Statuses of a change that did not end cleanly. */
const UNCLEAN: readonly unknown[] = ["partly", "uncertain"];

/** Runs a call; never throws. */
export async function runTool(call: ToolCall, session: Session): Promise<ToolReply> {
  const reply = (): Promise<ToolReply> => replyTo(call, session);
  // What the call reads is stored once it has been answered.
  return await (session.copy?.answering(reply) ?? reply());
}

async function replyTo(call: ToolCall, session: Session): Promise<ToolReply> {
  const sent: SentRequests = { count: 0, hasWritten: false, isStalled: false };
  try {
    const answer = await answerOf(call, session, sent);
    const isError = UNCLEAN.includes(answer.structured["status"]);
    return { ...answer, isError, upstreamRequests: sent.count };
  } catch (error) {
    const ended = { structured: null, upstreamRequests: sent.count };
    if (error instanceof QuestionNeeded) {
      return { ...ended, text: "", isError: false, question: error.question };
    }
    // A caller that has left aborts the call: that is nobody's fault.
    const isLogged = isInternalError(error) && call.signal?.aborted !== true;
    const reference = isLogged
      ? logFault(error, { event: "tool_failed", tool: call.tool.name }, session.log)
      : undefined;
    const text = errorText(error, { reference, hasWritten: sent.hasWritten });
    return { ...ended, text, isError: true };
  }
}

async function answerOf(
  call: ToolCall,
  session: Session,
  sent: SentRequests,
): Promise<WrittenAnswer> {
  const { tool } = call;
  const { input, context, server, plan, names, explained } = await contextFor(call, {
    session,
    sent,
  });
  const result = await tool.handler(input, context, server).catch(async (error: unknown) => {
    throw await explained(error);
  });
  const currency = isChanging(tool) ? null : await currencyOf(input["plan_id"], session);
  const { isStalled } = sent;
  return replyFrom(result, { tool, plan, names, currency, session, isStalled });
}

/** As the plans were last listed, however long ago: a plan keeps its currency. */
async function currencyOf(planId: unknown, { copy }: Session): Promise<string | null> {
  const plan = (await copy?.lastListedPlans())?.find(({ id }) => id === planId);
  const code = cleanText(plan?.currency_format?.iso_code ?? "");
  return code === "" ? null : code;
}
