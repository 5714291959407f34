export interface Turns {
  /** Yields to the event loop. */
  readonly nextTurn: () => Promise<void>;
  /** Aborts the work. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs all steps and yields to the event loop between them. */
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
