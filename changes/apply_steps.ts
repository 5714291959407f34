/**
 * Takes the steps of a change one after another, and puts back what was done when a
 * later one fails.
 *
 * @module
 */

import type { UpstreamClient } from "../client/upstream_client.ts";
import { UpstreamError } from "../client/upstream_error.ts";
import type { Look, Step, WriteId } from "./change.ts";
import type { JournalStep, JournalTarget, Outcome } from "./journal.ts";
import { certainly, settleBy } from "./settle_step.ts";
import { verifyStep } from "./verify.ts";

/** How often a step is put back before it is told that it could not be. */
const MOST_TRIES = 3;

/** The declared operations of a tool that change a plan. */
export type Writes = Partial<Pick<UpstreamClient, WriteId>>;

/** What came of all steps. */
export interface AppliedSteps {
  readonly steps: readonly JournalStep[];
  /** What upstream answered, in the order of the steps that succeeded. */
  readonly answers: readonly unknown[];
  /** What did not go as asked, one sentence each. */
  readonly deviations: readonly string[];
  /** What stopped the change; `null` when every step was taken. */
  readonly failure: UpstreamError | null;
  /** The step that failed; `null` when none did. */
  readonly failedAt: number | null;
}

/** How steps are taken. */
export interface ApplyOptions {
  readonly planId: string;
  readonly writes: Writes;
  /** Called for every request just before it is sent. */
  readonly onRequest: () => void;
  /** Reads what the targets are now. */
  readonly look?: Look | undefined;
  /** Hears of every step that has been taken, so that the journal can follow. */
  readonly onStep: (steps: readonly JournalStep[]) => Promise<void>;
}

/**
 * Takes steps in order. From here on nothing stops a change but upstream: the calls
 * are made without the caller's signal.
 *
 * @param steps What to do.
 * @param options How.
 * @returns What came of each.
 */
export async function applySteps(
  steps: readonly Step[],
  options: ApplyOptions,
): Promise<AppliedSteps> {
  const taken: JournalStep[] = [];
  const answers: unknown[] = [];
  const deviations: string[] = [];
  // Where a step can be put back, the steps belong together: half of them is none.
  const isWhole = steps.some(({ compensation }) => compensation !== undefined);
  for (const [at, step] of steps.entries()) {
    const one = await take(step, options);
    taken.push(journaled(step, one.targets));
    if (one.answer !== null) answers.push(one.answer);
    deviations.push(...one.deviations);
    const failure = one.failure ?? (isWhole && one.deviations.length > 0 ? notAsAsked() : null);
    if (failure === null) {
      await options.onStep([...taken, ...steps.slice(at + 1).map(untaken)]);
      continue;
    }
    const isUnknown = one.targets.some(({ outcome }) => outcome === "unknown");
    const putBackUntil = one.answer === null ? at : at + 1;
    const done = isUnknown && one.answer === null
      ? { steps: taken, deviations: [] }
      : await putBack(steps.slice(0, putBackUntil), { taken, options });
    return {
      steps: [...done.steps, ...steps.slice(at + 1).map(untaken)],
      answers,
      deviations: [...deviations, ...done.deviations],
      failure,
      failedAt: at,
    };
  }
  return { steps: taken, answers, deviations, failure: null, failedAt: null };
}

interface TakenStep {
  readonly targets: readonly JournalTarget[];
  /** `null` when none came. */
  readonly answer: unknown;
  readonly deviations: readonly string[];
  readonly failure: UpstreamError | null;
}

/** Takes one step; when it may have been applied, looks. */
async function take(step: Step, options: ApplyOptions): Promise<TakenStep> {
  try {
    const answer = await send(step, options);
    return { ...verifyStep(step, answer), answer, failure: null };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const nothing = { answer: null, deviations: [] };
    if (!error.uncertain) {
      return { ...nothing, targets: withOutcome(step, "not_done").targets, failure: error };
    }
    // Of a request about no record in particular there is nothing to look at.
    if (step.targets.length === 0) return { ...nothing, targets: [], failure: error };
    const targets = await settleBy(options.look)(step.targets);
    if (targets.every(({ outcome }) => outcome === "done")) {
      return { ...nothing, targets, failure: null };
    }
    const isKnown = !targets.some(({ outcome }) => outcome === "unknown");
    return { ...nothing, targets, failure: isKnown ? certainly(error) : error };
  }
}

/** Puts taken steps back, the last one first. */
async function putBack(
  steps: readonly Step[],
  { taken, options }: { readonly taken: readonly JournalStep[]; readonly options: ApplyOptions },
): Promise<{ readonly steps: readonly JournalStep[]; readonly deviations: readonly string[] }> {
  const after = [...taken];
  const deviations: string[] = [];
  for (const [at, step] of [...steps.entries()].reverse()) {
    if (step.compensation === undefined) continue;
    const targets = await putBackOne(step, taken[at], options);
    after[at] = journaled(step, targets);
    if (targets.some(({ outcome }) => outcome !== "not_done")) {
      deviations.push(`${step.targets[0]?.label ?? step.operation} could not be put back`);
    }
  }
  return { steps: after, deviations };
}

async function putBackOne(
  step: Step,
  taken: JournalStep | undefined,
  options: ApplyOptions,
): Promise<readonly JournalTarget[]> {
  for (let tries = 1;; tries++) {
    try {
      await send(step.compensation as Pick<Step, "operation" | "args">, options);
      return withOutcome(step, "not_done").targets;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (!error.uncertain) return unsettled(taken?.targets ?? []);
      const targets = await settleBy(options.look)(step.targets);
      const isStillDone = targets.every(({ outcome }) => outcome === "done");
      // Without an answer the call has taken its whole time already.
      if (!isStillDone || error.status === null || tries === MOST_TRIES) return targets;
    }
  }
}

/** What was answered and deviates stands at neither value now. */
function unsettled(targets: readonly JournalTarget[]): readonly JournalTarget[] {
  return targets.map((target) =>
    target.outcome === "done" ? target : { ...target, outcome: "unknown" }
  );
}

function notAsAsked(): UpstreamError {
  return new UpstreamError(
    "The upstream API did not take the change as it was asked: it was put back, so look at " +
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

function untaken(step: Step): JournalStep {
  return withOutcome(step, "not_done");
}

function withOutcome(step: Step, outcome: Outcome): JournalStep {
  return journaled(step, step.targets.map((target) => ({ ...target, outcome })));
}

function journaled({ operation, args }: Step, targets: readonly JournalTarget[]): JournalStep {
  return { operation, month: "month" in args ? args.month : null, targets };
}
