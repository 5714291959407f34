import type { Steps } from "../../domain/base/all_steps.ts";

export interface Turns {
  /** Yields to the event loop. */
  readonly nextTurn: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Runs all steps, yielding to the event loop between them. */
export function inTurns<Result>(
  steps: Steps<Result>,
  turns: Turns,
): Result | Promise<Result> {
  const { done, value } = steps.next();
  // Run a single step immediately, without yielding.
  return done === true ? value : furtherSteps(steps, turns);
}

async function furtherSteps<Result>(
  steps: Steps<Result>,
  { nextTurn, signal }: Turns,
): Promise<Result> {
  for (;;) {
    await nextTurn();
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
