/**
 * Cooperative work: done step by step, so that the event loop is let go of between two steps.
 *
 * @module
 */

/** How steps are taken. */
export interface Turns {
  /** Lets go of the event loop. */
  readonly nextTurn: () => Promise<void>;
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes all steps, and lets others have their turn between any two.
 *
 * @param steps Each of them takes a few milliseconds at most.
 * @param turns How others have theirs.
 * @returns What the steps end with; at once where there is only one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * function* twoSteps(): Generator<void, string> {
 *   yield;
 *   return "done";
 * }
 *
 * assertEquals(await inTurns(twoSteps(), { nextTurn: () => Promise.resolve() }), "done");
 * ```
 */
export function inTurns<Result>(
  steps: Generator<void, Result>,
  turns: Turns,
): Result | Promise<Result> {
  const { done, value } = steps.next();
  // What takes one step only is done at once: nothing comes between.
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
