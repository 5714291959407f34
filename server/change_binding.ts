import type { ChangeEnvironment, ChangeRequest, UserAnswer } from "../changes/change_request.ts";
import { runChange, runUnconfirmed } from "../changes/run_change.ts";
import { type MoneyFormat, refuseFiner } from "../domain/base/money_format.ts";
import type { DirectReads } from "../sync/plan/collections.ts";
import type { LocalCopy } from "../sync/plan/local_copy.ts";
import { type ChangeOptions, declaredOnly, type Tool } from "../tools/_tool.ts";
import { COMMAND } from "./advice.ts";
import type { Session } from "./open_session.ts";
import type { EndedChange } from "./server_options.ts";

export interface Elicitation {
  readonly isSupported: boolean;
  readonly response: UserAnswer | null;
}

/** The parts of a tool call, other than the arguments, that the server needs to make a change. */
export interface ChangingCall {
  readonly tool: Tool;
  readonly signal?: AbortSignal;
  /**
   * Whether the user can be asked to confirm the change, and the user's answer, if any. If this
   * field is missing, the user can't be asked to confirm the change.
   */
  readonly elicitation?: Elicitation;
  /** Whether the client shows views and the server offers them. A missing value means `false`. */
  readonly showsViews?: boolean;
  readonly client?: string | undefined;
}

export interface SentRequests {
  count: number;
  hasWritten: boolean;
  /** Whether the answer might be missing a change that another process is making. */
  isStalled: boolean;
  change?: EndedChange;
}

export interface ChangeSource {
  readonly call: ChangingCall;
  readonly args: Readonly<Record<string, unknown>>;
  /** The plan's id; empty for tools that have no `plan_id` argument. */
  readonly planId: string;
  readonly copy: LocalCopy;
  readonly session: Session;
  /** Counts requests, and notes when a write is sent. */
  readonly sent: SentRequests;
}

/** A source that can also read directly from YNAB, bypassing the local copy. */
type UncachedSource = ChangeSource & { readonly uncached: DirectReads };

export async function makeChange(
  propose: ChangeRequest["build"],
  { amounts = [], isUnconfirmed, asked: bound }: ChangeOptions,
  source: UncachedSource,
): ReturnType<typeof runChange> {
  const { call, args: { confirmation, ...asked }, planId, copy, session } = source;
  const format = (): MoneyFormat => copy.plan(planId).moneyFormat;
  const request: ChangeRequest = {
    kind: call.tool.name,
    planId,
    asked: bound ?? { ...asked, plan_id: planId },
    confirmation: confirmation as string | undefined,
    build: async () => {
      refuseFiner(amounts, format());
      const proposal = await propose();
      // A plan's currency is unknown until the plan has been read.
      refuseFiner(amounts, format());
      const { draft } = proposal;
      if (draft === undefined || await copy.changes.isDurable()) return proposal;
      return session.settingsForm === COMMAND
        ? { draft: { ...draft, irreversible: draft.irreversible ?? "this command stores nothing" } }
        : { draft: { ...draft, isUndoneHereOnly: true } };
    },
  };
  const run = isUnconfirmed === true ? runUnconfirmed : runChange;
  return await run(request, environmentOf(source));
}

function environmentOf(
  { call, planId, copy, session, sent, uncached }: UncachedSource,
): ChangeEnvironment {
  const { tool, signal, elicitation, showsViews = false, client } = call;
  const { profile, now, confirm: mode, principal, inFlight, log } = session;
  const plan = copy.plan(planId);
  return {
    ...{ plan, now, mode, principal, client, signal, uncached, inFlight },
    store: copy.changes,
    canAsk: elicitation?.isSupported ?? false,
    hasCard: showsViews,
    answer: elicitation?.response ?? null,
    writes: declaredOnly(copy.upstream, tool.writes[profile]),
    onRequest: () => {
      sent.count += 1;
      sent.hasWritten = true;
    },
    onFault: (error) =>
      log({
        level: "error",
        event: "fault_during_change",
        tool: tool.name,
        error: error instanceof Error ? error.name : typeof error,
      }),
    onEnded: ({ operationId, steps }) => {
      const count = steps.reduce((sum, { targets }) => sum + targets.length, 0);
      sent.change = { operationId, count };
    },
    // YNAB has already applied the change. If the local copy can't be updated now, a later read
    // will update it.
    onWritten: (written, missing) =>
      plan.takeWritten(written, missing).catch(() => {
        log({ level: "warn", event: "written_rows_not_kept" });
      }),
  };
}
