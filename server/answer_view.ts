import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { UserAnswer } from "../changes/change_request.ts";
import { areEqual } from "../changes/confirmation.ts";
import { type CardNow, cardNow } from "../changes/preview_card.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { unpacked } from "../statements/packed.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import { assignedOutput } from "../tools/_schema.ts";
import { isChanging, type ToolDefinition } from "../tools/_tool.ts";
import { checkedArguments } from "./arguments.ts";
import { askerOf } from "./asker.ts";
import { errorText, logFault } from "./errors.ts";
import { writeAnswer } from "./rendering/write_answer.ts";
import { type CalledTool, callTool, type Registration } from "./serve_requests.ts";
import type { Session } from "./open_session.ts";
import { HIDDEN_TOOLS, type HiddenTool } from "./views/hidden_tools.ts";
import { VIEW_META, viewOf, type ViewScope } from "./views/view_support.ts";

export interface ViewOffer extends Registration {
  readonly scope: ViewScope;
}

export interface ViewCall {
  readonly name: HiddenTool;
  readonly args: unknown;
  readonly context: ServerContext;
}

type Source = ViewOffer & { readonly context: ServerContext; readonly session: Session };

/** Answers a call from an interactive view; never throws. */
export async function answerView(call: ViewCall, offer: ViewOffer): Promise<CallToolResult> {
  const { name, args, context } = call;
  const session = await offer.open();
  const source = { ...offer, context, session };
  try {
    if (!askerOf(offer.server, context).showsViews) {
      throw new ToolError(
        "forbidden",
        "this tool is only for views, which this client doesn't support",
      );
    }
    const checked = checkedArguments(HIDDEN_TOOLS[name].input, args) as never;
    return await ANSWERS[name](checked, await admitted(checked, source), source);
  } catch (error) {
    const reference = logFault(error, { event: "tool_failed", tool: name }, session);
    const text = errorText(error, { reference, settingsForm: session.settingsForm });
    return { content: [{ type: "text", text }], isError: true };
  }
}

type Args<Name extends HiddenTool> = z.output<typeof HIDDEN_TOOLS[Name]["input"]>;

const ANSWERS: {
  readonly [Name in HiddenTool]: (
    args: Args<Name>,
    tool: ToolDefinition,
    source: Source,
  ) => Promise<CallToolResult>;
} = { show_again: showAgain, decide_change: decide, hand_statement: handStatement };

async function decide(
  args: Args<"decide_change">,
  tool: ToolDefinition,
  source: Source,
): Promise<CallToolResult> {
  if (!isChanging(tool)) throw new ToolError("invalid_input", `${tool.name} changes nothing`);
  const { confirmation: _, ...asked } = args.arguments;
  const response: UserAnswer = {
    code: args.preview,
    answered: args.decision === "apply" ? "confirmed" : "declined",
    by: "card",
    secret: args.secret,
  };
  return await answerOf({ name: tool.name, args: asked, response }, source);
}

async function showAgain(
  args: Args<"show_again">,
  tool: ToolDefinition,
  source: Source,
): Promise<CallToolResult> {
  const { session, scope: { views } } = source;
  const call = { principal: session.principal, tool: tool.name, args: args.arguments };
  if (!isChanging(tool)) {
    const kept = views.lastAnswers.find<CallToolResult>(call);
    return kept ?? await answerOf({ name: tool.name, args: args.arguments }, source);
  }
  // If the host passes only the call's arguments to a view, use the last preview with those
  // arguments.
  const preview = args.preview ?? views.lastAnswers.find<string>(call);
  const { copy, principal } = session;
  if (copy === null) throw session.setupError;
  const { plan_id: planId } = args.arguments;
  // Read the list of plans from the cache, so that reopening a view sends no request to YNAB.
  const listed = (await copy.lastListedPlans() ?? []).map(({ id }) => id);
  const planIds = typeof planId === "string" ? [planId.trim().toLowerCase(), ...listed] : listed;
  const asked = { store: copy.changes, now: session.now(), planIds, principal };
  const now = preview === null ? null : await cardNow(preview, asked);
  if (now === null || now.tool !== tool.name) {
    throw new ToolError(
      "not_found",
      "this preview is no longer available: if the change hasn't been made in YNAB, request it " +
        "again",
    );
  }
  return shownCard(now, copy, session);
}

/**
 * Compares the plan with a bank file that was uploaded in an interactive view. The model never sees
 * the file.
 */
async function handStatement(
  args: Args<"hand_statement">,
  { name }: ToolDefinition,
  source: Source,
): Promise<CallToolResult> {
  if (name !== "compare_statement") throw new ToolError("invalid_input", `${name} takes no file`);
  const handed = { name: args.name, bytes: await unpacked(args.data) };
  return await answerOf({ name, args: args.arguments, handed }, source);
}

/** Calls the tool directly, so that it always returns data and never asks the user. */
async function answerOf(
  called: CalledTool,
  { server, session, context }: Source,
): Promise<CallToolResult> {
  const answer = await callTool(called, { server, session, answers: "both", context });
  if ("content" in answer) return answer as CallToolResult;
  throw new TypeError(`${called.name} asked for the user's input, which a page can't provide`);
}

async function admitted(
  { key, tool: name }: { readonly key: string; readonly tool: string },
  { scope: { views, principal }, tools }: Source,
): Promise<ToolDefinition> {
  if (!areEqual(key, await views.keyOf(principal))) {
    throw new ToolError(
      "forbidden",
      "this page's key isn't valid on this server, so nothing was written: " +
        "ask the assistant to show this page again",
    );
  }
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined || viewOf(tool) === null) {
    throw new ToolError("invalid_input", "this server has no view for a tool with that name");
  }
  return tool;
}

/** Writes a card's rows and outcomes in the answer format of the card's tool. */
function shownCard(
  { card, planId, lines, warnings, format }: CardNow,
  copy: LocalCopy,
  session: Session,
): CallToolResult {
  const plan = copy.plan(planId);
  const money = format ?? plan.moneyFormat;
  const answer = {
    status: card.state,
    message: `${card.summary}: ${card.outcome}`,
    changes: lines.map((line) => ({ ...line, before: line.isNew === true ? "" : line.before })),
    warnings,
    operation_id: card.canUndo ? card.preview : null,
  };
  const { data } = writeAnswer(assignedOutput, answer, {
    ids: session.fullIds === true ? null : plan.ids,
    format: money,
    textFormat: money,
    isIdShown: () => true,
    omitsEmpty: true,
  });
  return {
    content: [{ type: "text", text: answer.message }],
    structuredContent: { ...data, preview: card.preview },
    _meta: { [VIEW_META]: { money, today: session.today(), card } },
  };
}
