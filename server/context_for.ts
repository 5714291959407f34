import { type UndoEngine, undoEngine } from "../changes/undo/undo_engine.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { nextTurn } from "../client/timers.ts";
import { directReads, readsOf } from "../sync/plan/reads.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import { inTurns } from "../sync/plan/in_turns.ts";
import type { PlanCopy } from "../sync/plan/plan_copy.ts";
import {
  type AnyContext,
  declaredOnly,
  isChanging,
  type Profile,
  type ServerView,
  type Tool,
} from "../tools/_tool.ts";
import { checkedArguments } from "./arguments.ts";
import { changeOf } from "./change_binding.ts";
import { planLookup, resolvePlan, withPlanExplained } from "./plan_id.ts";
import { KnownNames, notingNames } from "./rendering/known_names.ts";
import type { Session } from "./session.ts";
import type { SentRequests, ToolCall } from "./tool_call.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** A call that is ready for its handler. */
export interface PreparedCall {
  /** The checked arguments, the plan always named. */
  readonly input: Arguments;
  readonly context: AnyContext;
  readonly server: ServerView;
  /** The copy of the call's plan; `null` for tools of no plan. */
  readonly plan: PlanCopy | null;
  /** The names that the handler's reads have given. */
  readonly names: KnownNames;
  /** Tells an error of the handler better where the plan itself is what is not there. */
  readonly explained: (error: unknown) => Promise<unknown>;
}

/** What a call works with. */
export interface CallSurroundings {
  readonly session: Session;
  readonly sent: SentRequests;
}

/**
 * Prepares a call.
 *
 * @throws {ToolError} When the server is not set up, the arguments do not fit, no single
 * plan is meant, or no change can be made.
 */
export async function contextFor(
  call: ToolCall,
  { session, sent }: CallSurroundings,
): Promise<PreparedCall> {
  const { copy } = session;
  if (copy === null) throw session.setupError;
  const { tool } = call;
  const args = checkedArguments(tool.schema.input, call.args);
  const lookup = planLookup(copy, session.planId, readOptions(call, sent));
  const asked = args["plan_id"] as string | undefined;
  const planId = "plan_id" in tool.schema.input.shape ? await resolvePlan(asked, lookup) : null;
  await refuseWithoutJournal(tool, copy);
  const plan = planId === null ? null : copy.plan(planId);
  await plan?.noticeChanges();
  const names = new KnownNames();
  const isSetting = asked === undefined && session.planId !== null;
  return {
    input: planId === null ? args : { ...args, plan_id: planId },
    context: {
      ...readsFor(call, { copy, names, args, sent, profile: session.profile }),
      known: {
        categories: (id) => copy.plan(id).knownCategories(),
        ids: (id) => copy.plan(id).ids,
        knowledge: (id) => copy.plan(id).knowledge,
      },
      change: changeOf(call, { args, planId: planId ?? "", copy, session, sent }),
      inTurns: async (steps) => await inTurns(steps, { nextTurn, signal: call.signal }),
      today: session.today(),
      utcToday: session.utcToday(),
      profile: session.profile,
      moneyFormat: (id) => copy.plan(id).moneyFormat,
    },
    server: serverView(copy, session),
    plan,
    names,
    explained: async (error) =>
      planId === null || sent.hasWritten
        ? error
        : await withPlanExplained(error, planId, { lookup, isSetting }),
  };
}

/** Before anything is asked of upstream: without its journal no change can be made. */
async function refuseWithoutJournal(tool: Tool, copy: LocalCopy): Promise<void> {
  const refusal = isChanging(tool) ? await copy.changes.refusal() : null;
  if (refusal !== null) throw new ToolError("unavailable", refusal);
}

interface ReadOptionsOfCall {
  readonly signal: AbortSignal | undefined;
  readonly onRequest: () => void;
  readonly onStalled: () => void;
}

function readOptions({ signal }: ToolCall, sent: SentRequests): ReadOptionsOfCall {
  return {
    signal,
    onRequest: () => void (sent.count += 1),
    onStalled: () => void (sent.isStalled = true),
  };
}

interface ReadSource {
  readonly copy: LocalCopy;
  readonly names: KnownNames;
  readonly args: Arguments;
  readonly sent: SentRequests;
  readonly profile: Profile;
}

/** The declared reads: from the copy, revalidated, and past the copy. */
function readsFor(
  call: ToolCall,
  { copy, names, args, sent, profile }: ReadSource,
): Pick<AnyContext, "cached" | "fresh" | "uncached"> {
  const { tool, onProgress } = call;
  const reads = tool.reads[profile];
  const options = { ...readOptions(call, sent), onProgress };
  const fresh = { ...options, isFreshOnly: true, reserve: isConfirmed(args, call) };
  const { onRequest } = options;
  return {
    cached: declaredOnly(notingNames(readsOf(copy, options), names), reads),
    fresh: declaredOnly(notingNames(readsOf(copy, fresh), names), reads),
    // Without the caller's signal: a change that has begun runs to its end.
    uncached: declaredOnly(directReads(copy.upstream, { onRequest, reserve: true }), reads),
  };
}

/** The re-check of a confirmed change may use the requests kept for changes. */
function isConfirmed(args: Arguments, { elicitation }: ToolCall): boolean {
  return args["confirmation"] !== undefined || (elicitation?.response ?? null) !== null;
}

function serverView(copy: LocalCopy, { journalResolved, now, isKept }: Session): ServerView {
  const undo: UndoEngine = undoEngine({
    store: copy.changes,
    now,
    journalResolved,
    freeRequests: () => copy.freeRequests(),
  });
  return {
    undo,
    isKept,
    lastTransactions: async (planId) => ({
      transactions: await copy.plan(planId).knownTransactions(),
      areRecent: copy.plan(planId).areTransactionsRecent(),
    }),
  };
}
