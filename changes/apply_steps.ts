import type { UpstreamClient } from "../client/upstream_client.ts";
import { UpstreamError } from "../client/upstream_error.ts";
import type { ReadTargets, Step, WriteId } from "./change.ts";
import type { JournalStep, JournalTarget, Outcome } from "./journal.ts";
import { rereadTargets } from "./reread_targets.ts";
import { verifyDoubting } from "./doubts.ts";
import { verifyCompensation } from "./verify.ts";
import { withFollowers } from "./followers.ts";

/** How often a step is put back before it is told that it could not be. */
const MOST_TRIES = 3;

/** The declared operations of a tool that change a plan. */
export type Writes = Partial<Pick<UpstreamClient, WriteId>>;

/** What came of all steps. */
export interface AppliedSteps {
  readonly steps: readonly JournalStep[];
  /**
   * What upstream answered, in the order of the steps that succeeded; without what it has
   * stored otherwise.
   */
  readonly answers: readonly unknown[];
  /** What did not go as asked, one sentence each. */
  readonly deviations: readonly string[];
  /** What stopped the change; `null` when every step was taken. */
  readonly failure: UpstreamError | null;
  /** The step that failed; `null` when none did. */
  readonly failedAt: number | null;
  /** Whether re-reading did not show what may still come. */
  readonly isAwaited: boolean;
}

/** How steps are taken. */
export interface ApplyOptions {
  readonly planId: string;
  readonly writes: Writes;
  /** Tells before every request that changes something whether it may still be sent. */
  readonly mayBegin: () => Promise<boolean>;
  /** Called for every request just before it is sent. */
  readonly onRequest: () => void;
  /** Re-reads the targets after an ambiguous write. */
  readonly readTargets?: ReadTargets | undefined;
  /** Reads what an answer does not name. */
  readonly readFollowers?: ReadTargets | undefined;
  /** Reads transactions that upstream has answered as they were before. */
  readonly readTransactions?: ReadTargets | undefined;
  /** Hears what is known of all steps before the next request, so that the journal can follow. */
  readonly onStep: (steps: readonly JournalStep[]) => Promise<void>;
  /** Hears of a fault of our own: what was sent may have been applied all the same. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/**
 * Takes steps in order. From here on nothing stops a change but upstream, and the loss of the
 * lease under which it is made: the calls are made without the caller's signal. What is told
 * before a request calls every step unknown that may have been sent, or put back, by the time
 * that anybody reads it.
 */
export async function applySteps(
  steps: readonly Step[],
  options: ApplyOptions,
): Promise<AppliedSteps> {
  const taken: JournalStep[] = [];
  const answered: unknown[] = [];
  const answers: unknown[] = [];
  const deviations: string[] = [];
  // Steps with a compensation are all-or-nothing.
  const isWhole = steps.some(({ compensation }) => compensation !== undefined);
  const tell = (): Promise<void> =>
    options.onStep(isWhole ? steps.map(open) : [...taken, ...following().map(open)]);
  // What the next step is about is known by now, and has to be found again by its id.
  const following = (): readonly Step[] =>
    steps.slice(taken.length).map((step, at) => at === 0 ? completedBy(answered, step) : step);
  for (const [at, planned] of steps.entries()) {
    const step = completedBy(answered, planned);
    const one = await take(step, options);
    taken.push(journaled(step, one.targets));
    if (one.answer !== null) answered.push(one.answer);
    if (one.answer !== null && !one.isContradicted) answers.push(one.answer);
    deviations.push(...one.deviations);
    const failure = one.failure ?? (isWhole && one.deviations.length > 0 ? notAsAsked() : null);
    if (failure === null) {
      if (at < steps.length - 1) await tell();
      continue;
    }
    const before = steps.slice(0, one.answer === null ? at : at + 1);
    const isToBeCompensated = isWhole && before.length > 0 && !one.isLost;
    if (isToBeCompensated) await tell();
    const done = isToBeCompensated
      ? await compensate(before, { taken, options })
      : { steps: taken, deviations: [] };
    return {
      steps: [...done.steps, ...steps.slice(at + 1).map(untaken)],
      answers,
      deviations: [...deviations, ...done.deviations],
      failure,
      failedAt: at,
      isAwaited: one.isAwaited,
    };
  }
  return { steps: taken, answers, deviations, failure: null, failedAt: null, isAwaited: false };
}

interface TakenStep {
  readonly targets: readonly JournalTarget[];
  /** `null` when none came. */
  readonly answer: unknown;
  /** Whether upstream has stored something else than it answered. */
  readonly isContradicted: boolean;
  readonly deviations: readonly string[];
  readonly failure: UpstreamError | null;
  /** Whether nobody knows if it stands: then nothing is put back. */
  readonly isLost: boolean;
  /** Whether re-reading did not show it, and it may still come. */
  readonly isAwaited: boolean;
}

/** Takes one step; when it may have been applied, reads its targets again. */
async function take(step: Step, options: ApplyOptions): Promise<TakenStep> {
  const nothing = {
    answer: null,
    isContradicted: false,
    deviations: [],
    isLost: false,
    isAwaited: false,
  };
  if (!await options.mayBegin()) {
    return { ...nothing, targets: withOutcome(step, "not_done").targets, failure: overtaken() };
  }
  try {
    const answer = await send(step, options);
    const { isContradicted, ...certain } = await verifyDoubting(step, answer, options);
    const verified = await withFollowers(certain, options);
    return { ...nothing, ...verified, answer, isContradicted, failure: null };
  } catch (cause) {
    const error = asUpstreamError(cause, options);
    if (!error.uncertain) {
      return { ...nothing, targets: withOutcome(step, "not_done").targets, failure: error };
    }
    // Of a request about no record in particular there is nothing to look at.
    if (step.targets.length === 0) return { ...nothing, targets: [], failure: error, isLost: true };
    const targets = await rereadTargets(options.readTargets, options.onFault)(step.targets);
    if (targets.every(({ outcome }) => outcome === "done")) {
      return { ...nothing, targets, failure: null };
    }
    // What is not there yet may still come.
    const isLost = targets.some(({ outcome }) => outcome === "unknown");
    return {
      ...nothing,
      targets: onlyIf("done", targets),
      failure: error,
      isLost,
      isAwaited: !isLost,
    };
  }
}

/** A step that goes by earlier answers: every step before it has been taken by then. */
function completedBy(answers: readonly unknown[], step: Step): Step {
  return step.completed === undefined ? step : { ...step, ...step.completed(answers) } as Step;
}

/** Compensates taken steps, the last one first. */
async function compensate(
  steps: readonly Step[],
  { taken, options }: { readonly taken: readonly JournalStep[]; readonly options: ApplyOptions },
): Promise<{ readonly steps: readonly JournalStep[]; readonly deviations: readonly string[] }> {
  const after = [...taken];
  const deviations: string[] = [];
  for (const [at, step] of [...steps.entries()].reverse()) {
    const compensation = step.compensation as Pick<Step, "operation" | "args"> | undefined;
    const stood = taken[at];
    if (compensation === undefined || stood === undefined) continue;
    const targets = await compensateStep({ step, compensation, taken: stood.targets }, options);
    after[at] = journaled(step, targets);
    const [stays] = targets.filter(({ outcome }) => outcome !== "not_done");
    if (stays !== undefined) deviations.push(`${stays.label} could not be put back`);
  }
  return { steps: after, deviations };
}

interface StepToPutBack {
  readonly step: Step;
  readonly compensation: Pick<Step, "operation" | "args">;
  /** What it has come to. */
  readonly taken: readonly JournalTarget[];
}

async function compensateStep(
  { step, compensation, taken }: StepToPutBack,
  options: ApplyOptions,
): Promise<readonly JournalTarget[]> {
  for (let tries = 1;; tries++) {
    if (!await options.mayBegin()) return onlyIf("done", taken);
    try {
      const answer = await send(compensation, options);
      const put = verifyCompensation(compensation, taken, answer);
      if (put.every(({ outcome }) => outcome === "not_done")) return put;
      const now = await rereadTargets(options.readTargets, options.onFault)(step.targets);
      return now.every(({ outcome }) => outcome === "not_done") ? now : put;
    } catch (error) {
      const { uncertain, status } = asUpstreamError(error, options);
      if (!uncertain) return onlyIf("done", taken);
      const targets = await rereadTargets(options.readTargets, options.onFault)(step.targets);
      const isStillDone = targets.every(({ outcome }) => outcome === "done");
      // Without an answer the call has taken its whole time already.
      if (!isStillDone || status === null || tries === MOST_TRIES) {
        return onlyIf("not_done", targets);
      }
    }
  }
}

/** Keeps the one outcome that is final, and calls every other one unknown. */
function onlyIf(
  outcome: Outcome,
  targets: readonly JournalTarget[],
): readonly JournalTarget[] {
  return targets.map((target) =>
    target.outcome === outcome ? target : { ...target, outcome: "unknown" }
  );
}

/** A fault of our own after a request was sent says nothing of what became of it. */
function asUpstreamError(error: unknown, { onFault }: ApplyOptions): UpstreamError {
  if (error instanceof UpstreamError) return error;
  onFault?.(error);
  return new UpstreamError(
    "What came back could not be used: look at the plan before trying again",
    { code: "unavailable", uncertain: true, cause: error },
  );
}

function overtaken(): UpstreamError {
  return new UpstreamError(
    "This server stood still, or was without its store, for so long that another one may be " +
      "changing the plan, so what was left was not sent: look at the plan before trying again",
    { code: "unavailable" },
  );
}

function notAsAsked(): UpstreamError {
  return new UpstreamError(
    "YNAB did not take the change as it was asked: it was put back, so look at " +
      "the plan before trying again",
    { code: "rejected" },
  );
}

function send(
  { operation, args }: Pick<Step, "operation" | "args">,
  { planId, writes, onRequest }: ApplyOptions,
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

function untaken(step: Step): JournalStep {
  return withOutcome(step, "not_done");
}

function withOutcome(step: Step, outcome: Outcome): JournalStep {
  return journaled(step, step.targets.map((target) => ({ ...target, outcome })));
}

function journaled({ operation, args }: Step, targets: readonly JournalTarget[]): JournalStep {
  return { operation, month: "month" in args ? args.month : null, targets };
}
