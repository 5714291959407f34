/**
 * Binds the change path to one tool call.
 *
 * @module
 */

import type { WriteId } from "../changes/change.ts";
import type { ChangeReply } from "../changes/reply.ts";
import type { ChangeEnvironment, ChangeRequest, UserAnswer } from "../changes/change_request.ts";
import { type ChangeQuestion, runChange, runUnconfirmed } from "../changes/run_change.ts";
import type { UpstreamClient } from "../client/upstream_client.ts";
import type { LocalCopy } from "../sync/local_copy.ts";
import { declaredOnly } from "./declared.ts";
import type { Session } from "./session.ts";
import type { ProposedChange, Tool } from "../tools/_tool.ts";

/** Whether and how the user can be asked. */
export interface Asking {
  /** Whether the client has said that it shows forms. */
  readonly canAsk: boolean;
  /** Set when the client comes back with the user's answer. */
  readonly answer: UserAnswer | null;
}

/** Ends a call because the user has to be asked first. */
export class QuestionNeeded extends Error {
  override readonly name = "QuestionNeeded";
  /** What to ask. */
  readonly question: ChangeQuestion;

  /** Makes the end of a call. */
  constructor(question: ChangeQuestion) {
    super("The user has to be asked first");
    this.question = question;
  }
}

/** What a call gives the change path. */
export interface ChangingCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly planId: string;
  readonly copy: LocalCopy;
  readonly session: Session & { readonly asking?: Asking; readonly signal?: AbortSignal };
  readonly onRequest: () => void;
  /** Hears that a write is being sent. */
  readonly onWrite: () => void;
}

/**
 * Gives a handler its way to change the plan.
 *
 * @param tool The tool.
 * @param call The call.
 * @returns Takes a change as far as it can go in this call.
 */
export function changeOf(
  tool: Tool,
  call: ChangingCall,
): (proposed: ProposedChange<WriteId>) => Promise<ChangeReply> {
  return async ({ build, isUnconfirmed, undoes }) => {
    const { confirmation, ...asked } = call.args;
    if (tool.kind === null) throw new TypeError(`${tool.name} changes nothing`);
    const request: ChangeRequest = {
      kind: tool.kind,
      planId: call.planId,
      asked: { ...asked, plan_id: call.planId },
      confirmation: confirmation as string | undefined,
      build,
      ...(undoes === undefined ? {} : { undoes }),
    };
    const run = isUnconfirmed === true ? runUnconfirmed : runChange;
    const { reply, question } = await run(request, environmentOf(tool, call));
    if (question !== undefined) throw new QuestionNeeded(question);
    return reply;
  };
}

function environmentOf(
  tool: Tool,
  { planId, copy, session, onRequest, onWrite }: ChangingCall,
): ChangeEnvironment {
  return {
    store: copy.changes,
    now: session.now,
    mode: session.confirm,
    canAsk: session.asking?.canAsk ?? false,
    answer: session.asking?.answer ?? null,
    writes: announcing(declaredOnly(copy.upstream, tool.writes[session.profile]), onWrite),
    signal: session.signal,
    onRequest,
    knowledge: () => copy.plan(planId).knowledge,
    format: () => copy.plan(planId).moneyFormat,
    whileWriting: (run) => copy.plan(planId).holdingReads(run),
    whileUnderWay: (run) => session.underWay.run(run),
    onFault: (error) =>
      session.log({
        level: "error",
        event: "fault_during_change",
        tool: tool.name,
        error: error instanceof Error ? error.name : typeof error,
      }),
    // What upstream has taken stays taken: a copy that can't keep it asks again.
    onWritten: (written) =>
      copy.plan(planId).takeWritten(written).catch(() => {
        session.log({ level: "warn", event: "written_rows_not_kept" });
      }),
  };
}

type Writes = Pick<UpstreamClient, WriteId>;

/** Has every write be heard of before it is sent. */
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
