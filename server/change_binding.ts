import type { ChangeReply } from "../changes/reply.ts";
import type { ChangeEnvironment, ChangeRequest } from "../changes/change_request.ts";
import { runChange, runUnconfirmed } from "../changes/run_change.ts";
import { type MoneyFormat, refuseFiner } from "../domain/base/money_format.ts";
import type { DirectReads } from "../sync/plan/reads.ts";
import { type ChangeOptions, declaredOnly } from "../tools/_tool.ts";
import { type CallSource, QuestionNeeded } from "./tool_call.ts";

export interface ChangeSource extends CallSource {
  /** The declared reads, bypassing the local copy. */
  readonly uncached: DirectReads;
}

export async function makeChange(
  propose: ChangeRequest["build"],
  { amounts = [], isUnconfirmed, asked: bound }: ChangeOptions,
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
      if (draft === undefined || await copy.changes.isDurable()) return proposal;
      return { draft: { ...draft, isUndoneHereOnly: true } };
    },
  };
  const run = isUnconfirmed === true ? runUnconfirmed : runChange;
  const { reply, question } = await run(request, environmentOf(source));
  if (question !== undefined) throw new QuestionNeeded(question);
  return reply;
}

function environmentOf(
  { call, planId, copy, session, sent, uncached }: ChangeSource,
): ChangeEnvironment {
  const { tool, signal, elicitation, showsViews = false, client } = call;
  const { profile, now, confirm: mode, principal, inFlight, unsent, log } = session;
  const plan = copy.plan(planId);
  return {
    ...{ plan, now, mode, principal, client, signal, uncached, inFlight, unsent },
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
    // YNAB has already applied the change. If the copy can't store the change now, a later read
    // will.
    onWritten: (written, missing) =>
      plan.takeWritten(written, missing).catch(() => {
        log({ level: "warn", event: "written_rows_not_kept" });
      }),
  };
}
