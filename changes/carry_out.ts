import { UpstreamError } from "../client/upstream_error.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { Lease } from "../sync/store/lease.ts";
import { UnansweredCommitError } from "../sync/store/store_errors.ts";
import { type AppliedSteps, type ApplyOptions, applySteps } from "./apply_steps.ts";
import { digestOf } from "./canonical_digest.ts";
import type { ChangeDraft } from "./change.ts";
import type { ChangeEnvironment, ChangeRequest, UserAnswer } from "./change_request.ts";
import { Confirmations } from "./confirmation.ts";
import { randomCode } from "./confirmation_code.ts";
import {
  type ConfirmedBy,
  Journal,
  type JournalEntry,
  type JournalStep,
  stateOf,
} from "./journal.ts";
import { loadKinds } from "./kinds/_load_kinds.ts";
import { withCard } from "./preview_card.ts";
import { type ChangeOutcome, type ChangeReply, outcomeReply } from "./reply.ts";

/** A change that the user has agreed to, or that needs no confirmation. */
export interface ConfirmedChange {
  readonly draft: ChangeDraft;
  /** What the preview waits under; `null` for a change that needs none. */
  readonly code: string | null;
  /** Whether that is the name of the preview: it becomes the operation's. */
  readonly isNamed?: boolean;
  /** Under which the plan is changed: no step is begun once it may be over. */
  readonly lease: Pick<Lease, "holdsFor">;
  readonly environment: ChangeEnvironment;
}

/** How long a step may take, its request and what is asked after it, in milliseconds. */
const STEP_MS = 35_000;

/**
 * Carries a change out: the intent is written down together with the spent code, then the
 * steps are taken, and what came of them is written down.
 *
 * @throws {ToolError} When the code was spent meanwhile, or nothing could be written down.
 */
export function carryOut(request: ChangeRequest, confirmed: ConfirmedChange): Promise<ChangeReply> {
  return confirmed.environment.whileUnderWay(() => begin(request, confirmed));
}

async function begin(request: ChangeRequest, confirmed: ConfirmedChange): Promise<ChangeReply> {
  const { draft, code, isNamed = false, environment } = confirmed;
  const { store, now, answer, client } = environment;
  const journal = new Journal(store);
  const asked = await digestOf(request.asked);
  const kind = (await loadKinds([request]))(request.kind);
  const isWhole = kind?.isWhole === true;
  const absentAsOf = environment.knowledge();
  const operationId = isNamed && code !== null ? code : randomCode();
  const confirmedBy = code === null && answer === null ? "none" : confirmedByOf(answer);
  const known = { operationId, at: now(), absentAsOf, asked, isWhole, confirmedBy, client };
  const intent = intentOf(request, draft, known);
  const isBegun = await journal.begin(intent, code).catch((error: unknown) => {
    if (isUnanswered(error)) environment.onUnsent(intent);
    throw error;
  });
  if (!isBegun) {
    if (code !== null) await new Confirmations(store, now).checkOpen(code);
    throw new ToolError(
      "conflict",
      "the change could not be begun, nothing was written: try again",
    );
  }
  // What has begun runs to its end, also when nobody can write down how it goes: the
  // intent says of every step that it may have been taken.
  const onStep = (steps: readonly JournalStep[]): Promise<void> =>
    journal.save({ ...intent, steps, touchedAt: now() }).catch(() => {});
  const finish = async (taken: AppliedSteps): Promise<Finished> => {
    const state = stateOf(taken.steps, taken.failure);
    const entry: JournalEntry = { ...intent, steps: taken.steps, state, touchedAt: now() };
    const unwritten = await journal.close(entry).then(() => [], () => [UNWRITTEN]);
    const applied = { ...taken, deviations: [...taken.deviations, ...unwritten] };
    // What the journal was not told has to come to the copy as news: that resolves the journal.
    const answers = unwritten.length === 0 ? applied.answers : [];
    const areNamesOpen = answers.length < draft.steps.length &&
      draft.steps.some(({ operation }) => operation === "updatePayee");
    await environment.onWritten(answers, { areNamesOpen }).catch(environment.onFault);
    return { entry, applied };
  };
  const { entry, applied } = await takeAll(confirmed, { intent, onStep, finish });
  const { state } = entry;
  const trueNow = state === "applied" ? await afterwards(draft) : "";
  const isPreviewed = code !== null;
  const format = environment.format();
  const result = { draft, entry, applied, isPreviewed, now: trueNow, format };
  const { planId } = request;
  return await withCard(replyTo(result, environment), operationId, { ...environment, planId });
}

/** Whether the intent may have been written down all the same. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ToolError && error.cause instanceof UnansweredCommitError;
}

const UNWRITTEN =
  "the journal could not be written: it says that this may have been made, until a " +
  "read of the plan has shown what was";

/** A change whose steps were taken, as it is written down. */
interface Finished {
  readonly entry: JournalEntry;
  readonly applied: AppliedSteps;
}

interface Taking extends Pick<ApplyOptions, "onStep"> {
  readonly intent: JournalEntry;
  /** Writes down what came of the steps, here and in the copy. */
  readonly finish: (taken: AppliedSteps) => Promise<Finished>;
}

/**
 * Takes the steps and writes down what came of them; reads wait until both is done, since no
 * delta brings them all that upstream has answered. A fault of our own leaves open what came of
 * the steps, and ends nothing.
 */
async function takeAll(
  { draft, lease, environment }: ConfirmedChange,
  { intent, onStep, finish }: Taking,
): Promise<Finished> {
  const { writes, onRequest, onFault, readTransactions } = environment;
  const { planId } = intent;
  const { readTargets, readFollowers } = draft;
  const mayBegin = (): Promise<boolean> => lease.holdsFor(STEP_MS);
  const reads = { readTargets, readFollowers, readTransactions };
  const options = { planId, writes, onRequest, ...reads, onStep, onFault, mayBegin };
  const finished: Finished[] = [];
  try {
    await environment.whileWriting(async () => {
      finished.push(await finish(await applySteps(draft.steps, options)));
    });
  } catch (error) {
    onFault(error);
  }
  return finished[0] ?? await finish(leftOpen(intent));
}

/** Steps of which nothing is known. */
function leftOpen({ steps }: JournalEntry): AppliedSteps {
  const failure = new UpstreamError("The server itself failed: look before repeating it", {
    code: "unavailable",
    uncertain: true,
  });
  return { answers: [], deviations: [], failedAt: null, isAwaited: false, steps, failure };
}

/** What was written must not be answered with a fault of ours, which sounds as if it was not. */
function replyTo(result: ChangeOutcome, { onFault }: ChangeEnvironment): ChangeReply {
  try {
    return outcomeReply(result);
  } catch (error) {
    if (error instanceof ToolError || error instanceof UpstreamError) throw error;
    onFault(error);
    const { describeResult: _, ...draft } = result.draft;
    return outcomeReply({ ...result, draft });
  }
}

/** What is true now; a read that fails takes nothing from what was done. */
async function afterwards({ afterwards: read = nothing }: ChangeDraft): Promise<string> {
  try {
    return await read();
  } catch {
    return "";
  }
}

function nothing(): Promise<string> {
  return Promise.resolve("");
}

/** Only a code comes without an answer of the user. */
function confirmedByOf(answer: UserAnswer | null): ConfirmedBy {
  if (answer === null) return "code";
  if (answer.isFromCard === true) return "card";
  return answer.isFromTerminal === true ? "terminal" : "form";
}

function intentOf(
  request: ChangeRequest,
  draft: ChangeDraft,
  { operationId, at, absentAsOf, asked, isWhole, confirmedBy, client }:
    & Pick<JournalEntry, "operationId" | "at" | "absentAsOf">
    & {
      readonly asked: string;
      readonly isWhole: boolean;
      readonly confirmedBy: ConfirmedBy;
      readonly client: string | undefined;
    },
): JournalEntry {
  return {
    operationId,
    planId: request.planId,
    kind: request.kind,
    state: "intended",
    at,
    summary: draft.summary,
    isUndoable: draft.irreversible === null && request.undoes === undefined,
    undoes: request.undoes ?? null,
    ...(isWhole ? { isWhole: true } : {}),
    confirmedBy,
    ...(client === undefined ? {} : { client: cleanText(client) }),
    ...(draft.undo?.isPart === true ? { isPart: true } : {}),
    touchedAt: at,
    absentAsOf,
    asked,
    steps: draft.steps.map(({ operation, args, targets }) => ({
      operation,
      month: "month" in args ? args.month : null,
      targets: targets.map((target) => ({ ...target, outcome: "unknown" })),
    })),
  };
}
