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
 * @returns What the steps end with.
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
export async function inTurns<Result>(
  steps: Generator<void, Result>,
  { nextTurn, signal }: Turns,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}
