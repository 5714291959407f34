/**
 * Takes the steps of a change one after another, and puts back what was done when a
 * later one fails.
 *
 * @module
 */

import type { UpstreamClient } from "../client/upstream_client.ts";
import { UpstreamError } from "../client/upstream_error.ts";
import type { Step, WriteId } from "./change.ts";
import type { JournalStep, JournalTarget, Outcome } from "./journal.ts";
import { verifyStep } from "./verify.ts";

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
}

/** How steps are taken. */
export interface ApplyOptions {
  readonly planId: string;
  readonly writes: Writes;
  /** Called for every request just before it is sent. */
  readonly onRequest: () => void;
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
  for (const [at, step] of steps.entries()) {
    try {
      const answer = await send(step, options);
      const verified = verifyStep(step, answer);
      taken.push(journaled(step, verified.targets));
      answers.push(answer);
      deviations.push(...verified.deviations);
      await options.onStep([...taken, ...steps.slice(at + 1).map(untaken)]);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const failed = withOutcome(step, error.uncertain ? "unknown" : "not_done");
      const done = error.uncertain
        ? { steps: taken, deviations: [] }
        : await putBack(steps.slice(0, at), { taken, options });
      return {
        steps: [...done.steps, failed, ...steps.slice(at + 1).map(untaken)],
        answers,
        deviations: [...deviations, ...done.deviations],
        failure: error,
      };
    }
  }
  return { steps: taken, answers, deviations, failure: null };
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
    try {
      await send(step.compensation as Pick<Step, "operation" | "args">, options);
      after[at] = withOutcome(step, "not_done");
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.uncertain) after[at] = withOutcome(step, "unknown");
      deviations.push(`${step.targets[0]?.label ?? step.operation} could not be put back`);
    }
  }
  return { steps: after, deviations };
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
