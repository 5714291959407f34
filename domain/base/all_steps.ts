/**
 * Long work as a generator: it yields wherever others may have their turn, and returns its result.
 *
 * @module
 */

/** Work that can be put down between two steps; each takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/**
 * Takes all steps at once.
 *
 * @param steps Work that has not begun.
 * @returns Its result.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * function* sum(): Steps<number> {
 *   yield;
 *   return 3;
 * }
 *
 * assertEquals(allSteps(sum()), 3);
 * ```
 */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
