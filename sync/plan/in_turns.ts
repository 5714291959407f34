export interface Turns {
  /** Lets go of the event loop. */
  readonly nextTurn: () => Promise<void>;
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Takes all steps, and lets others have their turn between any two. */
export function inTurns<Result>(
  steps: Generator<void, Result>,
  turns: Turns,
): Result | Promise<Result> {
  const { done, value } = steps.next();
  // A single step runs immediately, without a turn in between.
  return done === true ? value : furtherSteps(steps, turns);
}

async function furtherSteps<Result>(
  steps: Generator<void, Result>,
  { nextTurn, signal }: Turns,
): Promise<Result> {
  for (;;) {
    await nextTurn();
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
