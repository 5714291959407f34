import { UpstreamError } from "../client/upstream_error.ts";
import type { ChangeDraft, Fields, Step } from "./change.ts";
import type { ChangeEnvironment } from "./change_request.ts";
import { importIdOf } from "./compare.ts";
import type { JournalStep, JournalTarget, Outcome } from "./journal.ts";
import { isFoundAmongAdded, OPERATIONS } from "./operations.ts";
import { type Evidence, rereadRecords } from "./records.ts";
import { sendImports, settleImports } from "./send_imports.ts";
import { verifyCompensation, verifyWithReread, withFollowers } from "./verify.ts";

const MAX_TRIES = 3;

/** Something that YNAB stored differently than requested. */
interface Deviation {
  /** Label of a record that differs from its preview; `null` for other deviations. */
  readonly label: string | null;
  /** A sentence without its final period. */
  readonly words: string;
}

export interface AppliedSteps {
  readonly steps: readonly JournalStep[];
  /**
   * YNAB's responses to the steps that succeeded, except responses that contradict the stored data.
   */
  readonly answers: readonly unknown[];
  readonly reread: ReadonlyMap<string, Fields>;
  readonly deviations: readonly Deviation[];
  /** Why the change stopped; `null` if every step succeeded. */
  readonly failure: UpstreamError | null;
  /** Index of the step that failed; `null` if none did. */
  readonly failedAt: number | null;
  /** Whether the change might still take effect even though a re-read found no sign of it. */
  readonly isAwaited: boolean;
}

interface Application {
  readonly planId: string;
  readonly draft: Pick<ChangeDraft, "steps">;
  readonly environment: Pick<
    ChangeEnvironment,
    "writes" | "uncached" | "onRequest" | "plan" | "onFault"
  >;
  /** Whether the lease lasts long enough for one more request. */
  readonly mayBegin: () => Promise<boolean>;
  /** Saves the state of all steps in the journal. Called between steps and before compensation. */
  readonly onStep: (steps: readonly JournalStep[]) => Promise<void>;
}

/**
 * Applies the steps in order. Canceling the call doesn't stop the steps; only an upstream failure
 * or a lost lease does. Before a request is sent, every step that the request may apply or revert
 * is marked in the journal as having an unknown outcome.
 */
export async function applySteps(asked: Application): Promise<AppliedSteps> {
  const reread = new Map<string, Fields>();
  const application = { ...asked, reread };
  const { draft: { steps }, onStep } = application;
  const ended: JournalStep[] = [];
  const ids = new Map<string, string>();
  const answers: unknown[] = [];
  const deviations: Deviation[] = [];
  // If any step has a `compensation`, the whole change is all-or-nothing.
  const isWhole = steps.some(({ compensation }) => compensation !== undefined);
  // The next step may change records that earlier steps created, so the journal needs the ids of
  // those records.
  const following = (): readonly Step[] =>
    steps.slice(ended.length).map((step, at) => at === 0 ? completedBy(step, ids) : step);
  const save = (): Promise<void> =>
    onStep(isWhole ? steps.map(open) : [...ended, ...following().map(open)]);
  let end: Pick<AppliedSteps, "failure" | "failedAt" | "isAwaited"> = SUCCEEDED;
  for (const [at, planned] of steps.entries()) {
    const step = completedBy(planned, ids);
    const one = await applyStep(step, application);
    ended.push(journalStep(step, one.targets));
    for (const [nth, { id }] of one.targets.entries()) ids.set(step.targets[nth]?.id ?? id, id);
    if (one.answer !== null && !one.isContradicted) answers.push(one.answer);
    deviations.push(...one.deviations);
    const failure = one.failure ?? (isWhole && one.deviations.length > 0 ? notAsAsked() : null);
    if (failure === null) {
      if (at < steps.length - 1) await save();
      continue;
    }
    const before = steps.slice(0, one.answer === null ? at : at + 1);
    if (isWhole && before.length > 0 && !one.isLost) {
      await save();
      deviations.push(...await compensate(before, ended, application));
    }
    ended.push(...steps.slice(at + 1).map((step) => withOutcome(step, "not_done")));
    end = { failure, failedAt: at, isAwaited: one.isAwaited };
    break;
  }
  return { steps: ended, answers, reread, deviations, ...end };
}

const SUCCEEDED = { failure: null, failedAt: null, isAwaited: false };

interface Running extends Application {
  readonly reread: Map<string, Fields>;
}

interface AppliedStep extends Pick<AppliedSteps, "deviations" | "failure" | "isAwaited"> {
  readonly targets: readonly JournalTarget[];
  /** YNAB's response; `null` if none arrived. */
  readonly answer: unknown;
  /** Whether YNAB stored something other than what its response said. */
  readonly isContradicted: boolean;
  /** Whether the outcome is unknown; if so, no steps are reverted. */
  readonly isLost: boolean;
}

const NOTHING: Omit<AppliedStep, "targets"> = {
  answer: null,
  deviations: [],
  failure: null,
  isContradicted: false,
  isLost: false,
  isAwaited: false,
};

/** Applies one step, and re-reads its targets if the outcome is uncertain. */
async function applyStep(step: Step, application: Running): Promise<AppliedStep> {
  const { environment } = application;
  const notDone = withOutcome(step, "not_done").targets;
  if (!await application.mayBegin()) return { ...NOTHING, targets: notDone, failure: leaseLost() };
  const reread = (): Promise<Evidence> => rereadStep(step, application);
  try {
    const sent = isImporting(step)
      ? await sendImports(step, {
        send: async (part) => {
          if (part !== step && !await application.mayBegin()) throw leaseLost();
          return await send(part, application);
        },
        asFailure: (error) => asUpstreamError(error, environment),
        reread,
      })
      : { step, answer: await send(step, application), failure: null };
    const { verified, isContradicted } = await verifyWithReread(sent.step, sent.answer, reread);
    const settled = isImporting(step) ? await settleImports(verified, sent, reread) : verified;
    const completed = await withFollowers(settled, reread);
    const targets = completed.map(({ deviation: _, ...target }) => target);
    const deviations = completed.flatMap(({ label, deviation }) =>
      deviation === null ? [] : [{ label, words: `${label}: ${deviation}` }]
    );
    const isDone = targets.every(({ outcome }) => outcome === "done");
    const failure = isDone ? null : sent.failure;
    const isLost = failure?.uncertain === true;
    const { answer } = sent;
    return { ...NOTHING, targets, deviations, answer, isContradicted, failure, isLost };
  } catch (cause) {
    const failure = asUpstreamError(cause, environment);
    if (!failure.uncertain) return { ...NOTHING, targets: notDone, failure };
    // If there are no target records, there is nothing to re-read.
    if (step.targets.length === 0) return { ...NOTHING, targets: [], failure, isLost: true };
    const targets = await rereadTargets(step, application);
    if (targets.every(({ outcome }) => outcome === "done")) return { ...NOTHING, targets };
    // A change that the re-read didn't find might still take effect later.
    const isLost = targets.some(({ outcome }) => outcome === "unknown");
    return { ...NOTHING, targets: onlyIf("done", targets), failure, isLost, isAwaited: !isLost };
  }
}

function isImporting(step: Step): step is Step<"createTransaction"> {
  return step.operation === "createTransaction" &&
    step.targets.some((target) => importIdOf(target) !== null);
}

async function rereadStep(
  step: Step,
  { planId, environment: { uncached, plan, onFault }, reread }: Running,
): Promise<Evidence> {
  const { records } = OPERATIONS[step.operation];
  const source = { planId, uncached, knowledge: plan.knowledge, onFault };
  const evidence = await rereadRecords(step, records, source);
  for (const { id } of step.targets) {
    const now = evidence.records?.get(id);
    if (now !== undefined) reread.set(id, now as unknown as Fields);
  }
  return evidence;
}

/** A re-read may miss a newly created or split transaction, so the step's outcome stays unknown. */
async function rereadTargets(
  step: Step,
  application: Running,
): Promise<readonly JournalTarget[]> {
  const isSplit = step.targets.some(({ lines }) => lines !== undefined);
  const asked = open(step);
  if (isFoundAmongAdded(step) && !isImporting(step) || isSplit) return asked.targets;
  return OPERATIONS[step.operation].outcome(asked, await rereadStep(step, application)).targets;
}

/** Replaces temporary ids with the ids of records that earlier steps created. */
function completedBy(step: Step, ids: ReadonlyMap<string, string>): Step {
  if (step.operation !== "updateTransactions") return step;
  const withId = <One extends { readonly id?: string | null }>(one: One): One => ({
    ...one,
    id: ids.get(one.id ?? "") ?? one.id,
  });
  const transactions = step.args.transactions.map(withId);
  return { ...step, args: { ...step.args, transactions }, targets: step.targets.map(withId) };
}

/** Reverts steps in reverse order, updates `ended`, and returns a deviation for each failure. */
async function compensate(
  steps: readonly Step[],
  ended: JournalStep[],
  application: Running,
): Promise<readonly Deviation[]> {
  const deviations: Deviation[] = [];
  for (const [at, step] of [...steps.entries()].reverse()) {
    const compensation = step.compensation as Pick<Step, "operation" | "args"> | undefined;
    const applied = ended[at];
    if (compensation === undefined || applied === undefined) continue;
    const targets = await compensateStep(step, { compensation, applied }, application);
    ended[at] = journalStep(step, targets);
    const [remaining] = targets.filter(({ outcome }) => outcome !== "not_done");
    if (remaining !== undefined) {
      deviations.push({ label: null, words: `${remaining.label} could not be restored` });
    }
  }
  return deviations;
}

async function compensateStep(
  step: Step,
  { compensation, applied: { targets: applied } }: {
    readonly compensation: Pick<Step, "operation" | "args">;
    readonly applied: JournalStep;
  },
  application: Running,
): Promise<readonly JournalTarget[]> {
  for (let tries = 1;; tries++) {
    if (!await application.mayBegin()) return onlyIf("done", applied);
    try {
      const answer = await send(compensation, application);
      const reverted = verifyCompensation(compensation, applied, answer);
      if (reverted.every(({ outcome }) => outcome === "not_done")) return reverted;
      const now = await rereadTargets(step, application);
      return now.every(({ outcome }) => outcome === "not_done") ? now : reverted;
    } catch (error) {
      const { uncertain, status } = asUpstreamError(error, application.environment);
      if (!uncertain) return onlyIf("done", applied);
      const targets = await rereadTargets(step, application);
      const isStillDone = targets.every(({ outcome }) => outcome === "done");
      // Don't retry a call that got no response, because it has already used up its time limit.
      if (!isStillDone || status === null || tries === MAX_TRIES) {
        return onlyIf("not_done", targets);
      }
    }
  }
}

/** Keeps outcomes that equal the given one, and changes all others to unknown. */
function onlyIf(outcome: Outcome, targets: readonly JournalTarget[]): readonly JournalTarget[] {
  return targets.map((target) =>
    target.outcome === outcome ? target : { ...target, outcome: "unknown" }
  );
}

/** After an internal error, the request's outcome is unknown. */
function asUpstreamError(
  error: unknown,
  { onFault }: Pick<ChangeEnvironment, "onFault">,
): UpstreamError {
  if (error instanceof UpstreamError) return error;
  onFault(error);
  return new UpstreamError(
    "this server couldn't process YNAB's response: check the plan before trying again",
    { code: "unavailable", uncertain: true, cause: error },
  );
}

function leaseLost(): UpstreamError {
  return new UpstreamError(
    "This server was paused or couldn't reach its store for so long that another server may " +
      "have taken over. No further requests were sent: check the plan before trying again",
    { code: "unavailable" },
  );
}

function notAsAsked(): UpstreamError {
  return new UpstreamError(
    "YNAB did not store the change as requested, so this server reverted it: check the plan " +
      "before trying again",
    { code: "rejected" },
  );
}

function send(
  { operation, args }: Pick<Step, "operation" | "args">,
  { planId, environment: { writes, onRequest } }: Application,
): Promise<unknown> {
  const call = writes[operation] as
    | ((args: unknown, options: unknown) => Promise<unknown>)
    | undefined;
  if (call === undefined) throw new TypeError(`${operation} was not declared`);
  return call({ ...args, planId }, { reserve: true, onRequest });
}

function open(step: Step): JournalStep {
  return withOutcome(step, "unknown");
}

export function withOutcome(step: Step, outcome: Outcome): JournalStep {
  return journalStep(step, step.targets.map((target) => ({ ...target, outcome })));
}

function journalStep({ operation, args }: Step, targets: readonly JournalTarget[]): JournalStep {
  return { operation, month: "month" in args ? args.month : null, targets };
}
