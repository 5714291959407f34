import type { CallToolResult } from "@modelcontextprotocol/server";
import { isChanging, type Tool } from "../../tools/_tool.ts";
import type { ToolReply } from "../run_tool.ts";
import type { Session } from "../session.ts";
import { VIEW_META, type ViewFacts } from "./view_answer.ts";
import { viewOf } from "./view_of.ts";

/** What an answer belongs to. */
export interface ViewedCall {
  readonly tool: Tool;
  readonly args: unknown;
  readonly reply: ToolReply;
  readonly session: Session;
  /** Whether the client has said that it shows views: only such a one asks again. */
  readonly isShowing: boolean;
}

/** Gives an answer of a tool with a view what only a person's eye needs. */
export function withView(
  answer: CallToolResult,
  { tool, args, reply: { view, structured }, session, isShowing }: ViewedCall,
): CallToolResult {
  if (viewOf(tool) === null || view === undefined) return answer;
  const facts: ViewFacts = { ...view, today: session.today() };
  const shown = { ...answer, _meta: { ...answer._meta, [VIEW_META]: facts } };
  if (!isShowing) return shown;
  const { principal, views } = session;
  const call = { principal, tool: tool.name, args };
  // A page is given the data again, whatever form the model gets.
  const whole = structured === null ? shown : { ...shown, structuredContent: { ...structured } };
  if (!isChanging(tool)) views?.lastAnswers.keep(call, whole);
  else if (view.card !== undefined) views?.lastAnswers.keep(call, view.card.preview);
  return shown;
}
