import { nextTurn } from "../../client/timers.ts";
import type { Steps } from "../../domain/base/all_steps.ts";

/** Runs all steps, yielding to the event loop between them. */
export function inTurns<Result>(
  steps: Steps<Result>,
  signal?: AbortSignal,
): Result | Promise<Result> {
  const { done, value } = steps.next();
  // If there is only one step, it has already run, without yielding.
  return done === true ? value : furtherSteps(steps, signal);
}

async function furtherSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn();
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
