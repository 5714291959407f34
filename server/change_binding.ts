import type { ReadTargets, WriteId } from "../changes/change.ts";
import type { ChangeReply } from "../changes/reply.ts";
import type { ChangeEnvironment, ChangeRequest } from "../changes/change_request.ts";
import { followerReads } from "../changes/rereads.ts";
import { runChange, runUnconfirmed } from "../changes/run_change.ts";
import type { UpstreamClient } from "../client/upstream_client.ts";
import { type MoneyFormat, refuseFiner } from "../domain/base/money_format.ts";
import type { DirectReads } from "../sync/plan/reads.ts";
import { type ChangeOptions, declaredOnly } from "../tools/_tool.ts";
import { type CallSource, QuestionNeeded } from "./tool_call.ts";

export interface ChangeSource extends CallSource {
  /** The declared reads, bypassing the local copy. */
  readonly uncached: DirectReads;
}

/** Takes a handler's change as far as this call can. */
export async function makeChange(
  propose: ChangeRequest["build"],
  { amounts = [], isUnconfirmed, undoes, asked: bound }: ChangeOptions,
  source: ChangeSource,
): Promise<ChangeReply> {
  const { call, args: { confirmation, ...asked }, planId, copy } = source;
  const format = (): MoneyFormat => copy.plan(planId).moneyFormat;
  const request: ChangeRequest = {
    kind: call.tool.name,
    planId,
    asked: bound ?? { ...asked, plan_id: planId },
    confirmation: confirmation as string | undefined,
    build: async () => {
      refuseFiner(amounts, format());
      const proposal = await propose();
      // A plan's currency is unknown before its first read.
      refuseFiner(amounts, format());
      const { draft } = proposal;
      if (draft === undefined || await copy.changes.isKept()) return proposal;
      return { draft: { ...draft, isUndoneHereOnly: true } };
    },
    ...(undoes === undefined ? {} : { undoes }),
  };
  const run = isUnconfirmed === true ? runUnconfirmed : runChange;
  const { reply, question } = await run(request, environmentOf(source));
  if (question !== undefined) throw new QuestionNeeded(question);
  return reply;
}

function environmentOf(source: ChangeSource): ChangeEnvironment {
  const { call, planId, copy, session, sent, uncached } = source;
  const { tool, signal, elicitation, showsViews = false, client } = call;
  const onWrite = (): void => void (sent.hasWritten = true);
  return {
    store: copy.changes,
    now: session.now,
    mode: session.confirm,
    principal: session.principal,
    client,
    canAsk: elicitation?.isSupported ?? false,
    hasCard: showsViews,
    answer: elicitation?.response ?? null,
    writes: announcing(declaredOnly(copy.upstream, tool.writes[session.profile]), onWrite),
    signal,
    uncached,
    readTransactions: transactionReads(source),
    onRequest: () => void (sent.count += 1),
    knowledge: () => copy.plan(planId).knowledge,
    format: () => copy.plan(planId).moneyFormat,
    whileWriting: (run) => copy.plan(planId).holdingReads(run),
    trackChange: (run) => session.inFlight.run(run),
    onUnsent: (intent) => session.unsent?.add(intent),
    onFault: (error) =>
      session.log({
        level: "error",
        event: "fault_during_change",
        tool: tool.name,
        error: error instanceof Error ? error.name : typeof error,
      }),
    onEnded: ({ operationId, steps }) => {
      const count = steps.reduce((sum, { targets }) => sum + targets.length, 0);
      sent.change = { operationId, count };
    },
    // YNAB has already applied the change; if the copy can't store it, a later read fetches it.
    onWritten: (written, missing) =>
      copy.plan(planId).takeWritten(written, missing).catch(() => {
        session.log({ level: "warn", event: "written_rows_not_kept" });
      }),
  };
}

/** Reads transactions changed since the plan's last read; `undefined` for tools that read none. */
function transactionReads(
  { planId, copy, uncached }: ChangeSource,
): ReadTargets | undefined {
  if (!("getTransactions" in uncached)) return undefined;
  return followerReads({ planId, uncached, knowledge: () => copy.plan(planId).knowledge });
}

type Writes = Pick<UpstreamClient, WriteId>;

/** Calls `onWrite` before each write. */
function announcing(writes: Writes, onWrite: () => void): Writes {
  const announced = Object.entries(writes).map(([id, send]) => [
    id,
    (...args: readonly unknown[]): unknown => {
      onWrite();
      return (send as (...args: readonly unknown[]) => unknown)(...args);
    },
  ]);
  return Object.freeze(Object.fromEntries(announced));
}
