import {
  type CallToolResult,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { UserAnswer } from "../changes/change_request.ts";
import { isolated } from "../domain/base/clean_text.ts";
import { UNKNOWN_MONEY_FORMAT } from "../domain/base/money_format.ts";
import type { Prompt, PromptArguments } from "../prompts/_prompt.ts";
import type { BudgetResource } from "../resources/_resource.ts";
import { loadTool } from "../tools/_load_tool.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { readsOf } from "../sync/plan/local_copy.ts";
import { type HandedFile, isChanging, type ToolDefinition } from "../tools/_tool.ts";
import { checkedArguments, resolvePlan, withPlanExplained } from "./arguments.ts";
import {
  askerOf,
  askInCall,
  confirmForm,
  FORM,
  isTextOnly,
  progressOf,
  userAnswer,
} from "./asker.ts";
import { codeOf, errorText, logFault } from "./errors.ts";
import { missingToolAdvice, type Permission } from "./advice.ts";
import type { Failed } from "./log_entry.ts";
import { writeAnswer } from "./rendering/write_answer.ts";
import { noteOf, runTool, type ToolCall, type ToolReply } from "./run_tool.ts";
import type { AnswersMode } from "./server_options.ts";
import type { Session } from "./open_session.ts";
import { VIEW_META, type ViewFacts, viewOf, type ViewScope } from "./views/view_support.ts";

/** Key in a result's `_meta` for the number of requests that the call sent to YNAB. */
const REQUESTS_META = "budget-tool-server/ynab-requests";

export interface Registration {
  readonly server: McpServer;
  /** Returns a copy of the shared session, with the caller's properties added. */
  readonly open: () => Promise<Session>;
  readonly answers: AnswersMode;
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly BudgetResource[];
  readonly permission: Permission;
  /**
   * Determines the URLs of the view pages to offer this caller; `null` if the server offers no
   * views.
   */
  readonly scope: ViewScope | null;
}

/** A tool call from a client or from a page that it shows. */
export interface CalledTool {
  readonly name: string;
  readonly args: unknown;
  readonly response?: UserAnswer;
  readonly handed?: HandedFile;
}

interface Caller extends Pick<Registration, "server" | "answers"> {
  readonly session: Session;
  readonly context: ServerContext;
}

export async function callTool(
  { name, args, response, handed }: CalledTool,
  caller: Caller,
): Promise<CallToolResult | InputRequiredResult> {
  const { server, session, answers, context } = caller;
  const tool = await loadTool(name);
  const { signal } = context.mcpReq;
  const asker = askerOf(server, context);
  // If there is a `response`, don't ask: the user has already answered, or the page that made the
  // call will ask.
  const elicitation = response === undefined
    ? { isSupported: asker.showsForms, response: userAnswer(context) }
    : { isSupported: false, response };
  const isShowing = session.views !== null && asker.showsViews;
  const client = asker.name ?? undefined;
  const call = { tool, args, signal, elicitation, showsViews: isShowing, client, handed };
  const reply = await runTool({ ...call, ...progressOf(context) }, session);
  if (reply.question !== undefined) {
    const { code, text, preview } = reply.question;
    // Keep the preview, so that a page that shows the preview can refer the user to the form.
    const { principal, views } = session;
    if (preview !== null) views?.lastAnswers.keep({ principal, tool: name, args }, preview);
    const form = confirmForm(text);
    const answered = await askInCall(form, server, context);
    if (answered === null) {
      return inputRequired({ inputRequests: { [FORM]: form }, requestState: code });
    }
    return await callTool({ name, args, response: { code, answered, by: "form" } }, caller);
  }
  const hasData = reply.structured !== null && !isTextOnly(answers, asker);
  const answer: CallToolResult = {
    content: [{ type: "text", text: isolated(reply.text) }],
    ...(hasData ? { structuredContent: { ...reply.structured } } : {}),
    ...(reply.isError ? { isError: true } : {}),
    _meta: { [REQUESTS_META]: reply.upstreamRequests },
  };
  return session.views === null
    ? answer
    : withView(answer, reply, { tool, args, session, isShowing });
}

/** If a tool has a view, adds the view's data to the `_meta` of the tool's result. */
function withView(
  answer: CallToolResult,
  { view, structured }: ToolReply,
  { tool, args, session, isShowing }: Pick<ToolCall, "tool" | "args"> & {
    readonly session: Session;
    readonly isShowing: boolean;
  },
): CallToolResult {
  if (viewOf(tool) === null || view === undefined) return answer;
  const facts: ViewFacts = { ...view, today: session.today() };
  const shown = { ...answer, _meta: { ...answer._meta, [VIEW_META]: facts } };
  if (!isShowing) return shown;
  const { principal, views } = session;
  const call = { principal, tool: tool.name, args };
  // A page always gets the data, even if the model gets only the text.
  const whole = structured === null ? shown : { ...shown, structuredContent: { ...structured } };
  if (!isChanging(tool)) views?.lastAnswers.keep(call, whole);
  else if (view.card !== undefined) views?.lastAnswers.keep(call, view.card.preview);
  return shown;
}

/** Rejects a call to a tool that is offered only with other settings. */
export function refuseMissingTool(tool: ToolDefinition, permission: Permission): CallToolResult {
  const error = new ToolError(
    "not_found",
    `this server doesn't offer ${tool.name}: ${missingToolAdvice(tool, permission)}`,
  );
  return { content: [{ type: "text", text: errorText(error) }], isError: true };
}

interface ResourceRead {
  readonly url: URL;
  /** The plan in the resource's address; `null` if there is none. */
  readonly plan: string | null;
  readonly signal: AbortSignal;
}

export async function serveResource(
  resource: BudgetResource,
  read: ResourceRead,
  session: Session,
): Promise<ReadResourceResult> {
  const { url: { href: uri }, signal } = read;
  try {
    const text = await resourceText(resource, read, session);
    return { contents: [{ uri, mimeType: "application/json", text }] };
  } catch (error) {
    const failed = { event: "resource_failed", resource: resource.summary.uri } as const;
    throw protocolRefusal(error, { failed, uri, signal }, session);
  }
}

async function resourceText(
  resource: BudgetResource,
  { plan, signal }: ResourceRead,
  { copy, setupError, checksAnswers }: Session,
): Promise<string> {
  if (copy === null) throw setupError;
  const { reads, read, schema: { output } } = await resource.load();
  let isStalled = false;
  const onStalled = (): void => void (isStalled = true);
  const cached = readsOf(copy, reads, { signal, onStalled });
  const lookup = { copy, setting: undefined, options: { signal } };
  const planId = plan === null ? null : await resolvePlan(decoded(plan), lookup);
  if (planId !== null) await copy.plan(planId).noticeChanges();
  const result = await read({ cached, planId: planId ?? "" }).catch(async (error: unknown) => {
    throw planId === null
      ? error
      : await withPlanExplained(error, planId, { lookup, isSetting: false });
  });
  const format = planId === null ? UNKNOWN_MONEY_FORMAT : copy.plan(planId).moneyFormat;
  const { data, cut } = writeAnswer(output, result, {
    ids: null,
    format,
    textFormat: format,
    isIdShown: () => true,
    omitsEmpty: false,
  });
  if (checksAnswers === true) output.parse(data);
  const note = noteOf(cut, isStalled);
  return JSON.stringify(note === null ? data : { ...data, note });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new ToolError(
      "invalid_input",
      "the plan in the URI isn't correctly percent-encoded: use the plan's id",
      { cause: error },
    );
  }
}

export async function servePrompt(
  { summary: { name, description }, load }: Prompt,
  { args, has, signal }: {
    readonly args: unknown;
    readonly has: (tool: string) => boolean;
    readonly signal: AbortSignal;
  },
  session: Session,
): Promise<GetPromptResult> {
  try {
    const { input, lines } = await load();
    const checked = checkedArguments(input, args) as PromptArguments;
    const text = lines(checked, { today: session.today(), has }).join("\n");
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  } catch (error) {
    const failed = { event: "prompt_failed", prompt: name } as const;
    throw protocolRefusal(error, { failed, signal }, session);
  }
}

/** Converts an error into a protocol error; an internal error is logged with a reference. */
export function protocolRefusal(
  error: unknown,
  { failed, uri, signal }: {
    readonly failed: Failed;
    /** The requested address; absent for prompts. */
    readonly uri?: string;
    readonly signal: AbortSignal;
  },
  { log, settingsForm }: Pick<Session, "log" | "settingsForm">,
): ProtocolError {
  const code = codeOf(error);
  const reference = logFault(error, failed, { log, signal });
  const text = errorText(error, { reference, settingsForm });
  if (code === "not_found" && uri !== undefined) return new ResourceNotFoundError(uri, text);
  const { InvalidParams, InternalError } = ProtocolErrorCode;
  const isInvalid = code === "invalid_input" || code === "not_found";
  return new ProtocolError(isInvalid ? InvalidParams : InternalError, text);
}
