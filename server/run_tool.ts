/**
 * Runs one tool call from its arguments to its reply. The protocol and the command
 * line both come through here.
 *
 * @module
 */

import type { LoadProgress } from "../client/load_progress.ts";
import { Journal } from "../changes/journal.ts";
import { type CreationSearch, resolveCreations } from "../changes/outcome/resolve_journal.ts";
import type { ChangeQuestion } from "../changes/run_change.ts";
import type { MoneyFormat } from "../domain/money/money_format.ts";
import { UNKNOWN_MONEY_FORMAT } from "../domain/money/money_format.ts";
import { ToolError } from "../domain/errors/tool_error.ts";
import { directReads } from "../sync/direct_reads.ts";
import { readsOf } from "../sync/reads.ts";
import { checkedArguments } from "./arguments.ts";
import { declaredOnly } from "./declared.ts";
import { errorText, isInternalError } from "./error_reply.ts";
import { logFault } from "./fault.ts";
import { fitAnswer } from "./rendering/fit_answer.ts";
import { type Asking, changeOf, QuestionNeeded } from "./change_binding.ts";
import { planLookup, resolvePlan, withPlanExplained } from "./plan_id.ts";
import { KnownNames, notingNames } from "./rendering/known_names.ts";
import { lean, present } from "./rendering/present.ts";
import { renderText } from "./rendering/render_text.ts";
import type { IdUse } from "../tools/_schema.ts";
import type { Session } from "./session.ts";
import { isChanging, type Tool } from "../tools/_tool.ts";

/** How one call is made. */
export interface CallContext {
  readonly signal?: AbortSignal;
  /** Whether and how the user can be asked; nobody can be when absent. */
  readonly asking?: Asking;
  /** Hears how much of a first load has come. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** What a call is answered with. */
export interface ToolReply {
  readonly text: string;
  /** `null` for errors. */
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
  /** Requests that were sent to upstream. */
  readonly upstreamRequests: number;
  /** Set when the user has to be asked first; the rest is empty then. */
  readonly question?: ChangeQuestion;
}

/** Statuses of a change that did not end cleanly. */
const UNCLEAN: readonly unknown[] = ["partly", "uncertain"];

/**
 * Runs a call; never throws.
 *
 * @param tool The tool.
 * @param args What the agent sent.
 * @param session The server and, for this call, its signal.
 * @returns The answer, or the error in words.
 */
export async function runTool(
  tool: Tool,
  args: unknown,
  session: Session & CallContext,
): Promise<ToolReply> {
  const sent = { requests: 0, hasWritten: false };
  try {
    const answer = await answerOf(tool, args, { session, sent });
    const isError = UNCLEAN.includes(answer.structured?.["status"]);
    return { ...answer, isError, upstreamRequests: sent.requests };
  } catch (error) {
    const ended = { structured: null, upstreamRequests: sent.requests };
    if (error instanceof QuestionNeeded) {
      return { ...ended, text: "", isError: false, question: error.question };
    }
    // A caller that has left aborts the call: that is nobody's fault.
    const isLogged = isInternalError(error) && session.signal?.aborted !== true;
    const reference = isLogged
      ? logFault(error, { event: "tool_failed", name: tool.name }, session.log)
      : undefined;
    const text = errorText(error, { reference, hasWritten: sent.hasWritten });
    return { ...ended, text, isError: true };
  }
}

/** What a call has sent to upstream so far. */
interface Sent {
  requests: number;
  hasWritten: boolean;
}

async function answerOf(
  tool: Tool,
  args: unknown,
  { session, sent }: { readonly session: Session & CallContext; readonly sent: Sent },
): Promise<Pick<ToolReply, "text" | "structured">> {
  const { copy } = session;
  if (copy === null) throw session.setupError;
  const checked = checkedArguments(tool.schema.input, args);
  const count = (): void => void (sent.requests += 1);
  const signal = session.signal === undefined ? {} : { signal: session.signal };
  const isOfPlan = "plan_id" in tool.schema.input.shape;
  const lookup = planLookup(copy, session.planId, { ...signal, onRequest: count });
  const asked = checked["plan_id"] as string | undefined;
  const planId = isOfPlan ? await resolvePlan(asked, lookup) : null;
  // Before anything is asked of upstream: without its journal no change can be made.
  const refusal = isChanging(tool) ? await copy.changes.refusal() : null;
  if (refusal !== null) throw new ToolError("unavailable", refusal);
  if (planId !== null) await copy.plan(planId).noticeChanges();
  const { onProgress } = session;
  const progress = onProgress === undefined ? {} : { onProgress };
  const options = { ...signal, ...progress, onRequest: count };
  const fresh = { ...options, isFreshOnly: true, reserve: isConfirmed(checked, session) };
  const names = new KnownNames();
  const context = {
    upstream: declaredOnly(notingNames(readsOf(copy, options), names), tool.reads),
    fresh: declaredOnly(notingNames(readsOf(copy, fresh), names), tool.reads),
    // Without the caller's signal: a change that has begun runs to its end.
    direct: declaredOnly(
      directReads(copy.upstream, { onRequest: count, reserve: true }),
      tool.reads,
    ),
    known: {
      transactions: (id: string) => copy.plan(id).knownTransactions(),
      categories: (id: string) => copy.plan(id).knownCategories(),
      areTransactionsRecent: (id: string) => copy.plan(id).areTransactionsRecent(),
      ids: (id: string) => copy.plan(id).ids,
    },
    change: changeOf(tool, {
      args: checked,
      planId: planId ?? "",
      copy,
      session,
      onRequest: count,
      onWrite: () => void (sent.hasWritten = true),
    }),
    journal: new Journal(copy.changes),
    isKept: session.isKept,
    settled: session.settled,
    settleCreations: (search: CreationSearch) =>
      resolveCreations(search, { store: copy.changes, now: session.now }),
    freeRequests: () => copy.freeRequests(),
    today: session.today(),
    utcToday: session.utcToday(),
    profile: session.profile,
    moneyFormat: (id: string): MoneyFormat => copy.plan(id).moneyFormat,
  };
  const input = planId === null ? checked : { ...checked, plan_id: planId };
  const result = await tool.handler(input as never, context as never).catch(async (error) => {
    if (planId === null || sent.hasWritten) throw error;
    const isSetting = asked === undefined && session.planId !== null;
    throw await withPlanExplained(error, planId, { lookup, isSetting });
  });
  const plan = planId === null ? null : copy.plan(planId);
  const shorten = (id: string): string =>
    session.isFullIds || plan === null ? id : plan.ids.shorten(id);
  const format = plan?.moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  const presented = present(tool.schema.output, result, { shorten, decimals: format.decimals });
  const fitted = fitAnswer(tool.schema.output, presented, { result, format });
  const structured = lean(fitted.answer) as Readonly<Record<string, unknown>>;
  tool.schema.output.parse(structured);
  const text = renderText(tool.schema.output, fitted.answer, {
    format,
    isIdShown: (id, use, name) => session.isFullIds || isNeeded({ id, use, name }, names, session),
  });
  if (fitted.note === null) return { text, structured };
  return { text: `${text}\n${fitted.note}`, structured: { ...structured, note: fitted.note } };
}

/** Tells whether a call needs an id: one that nothing takes, or whose name will do, it does not. */
function isNeeded(
  { id, use, name }: { readonly id: string; readonly use: IdUse; readonly name: unknown },
  names: KnownNames,
  { isWriteAllowed }: Session,
): boolean {
  if (use.isUnused === true || (use.isForChanges === true && !isWriteAllowed)) return false;
  if (use.namedBy === undefined || typeof name !== "string") return true;
  // Groups of rows also go by months, colours and payees, which are no ids.
  return /^[0-9a-f]{8}/u.test(id) && id !== name && !names.isEnough(id, name);
}

/** The re-check of a change that has its yes may use the requests kept for changes. */
function isConfirmed(
  args: Readonly<Record<string, unknown>>,
  { asking }: CallContext,
): boolean {
  return args["confirmation"] !== undefined || (asking?.answer ?? null) !== null;
}
