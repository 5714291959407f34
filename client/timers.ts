/**
 * The real clock: what tests replace.
 *
 * @module
 */

/**
 * Runs something after a time.
 *
 * @param ms Milliseconds.
 * @param run What to run.
 * @returns Calls it off.
 *
 * @example
 * ```ts
 * const callOff = after(60_000, () => {
 *   throw new Error("Too late");
 * });
 *
 * callOff();
 * ```
 */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Waits.
 *
 * @param ms Milliseconds.
 * @param signal Ends the waiting early.
 * @returns When the time is over; rejects with the signal's reason.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 *
 * const signal = AbortSignal.abort(new Error("Enough"));
 *
 * await assertRejects(() => delay(60_000, signal), Error, "Enough");
 * ```
 */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      callOff();
      reject(signal?.reason);
    };
    const callOff = after(ms, () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Lets go of the event loop, so that what has come meanwhile has its turn.
 *
 * @returns When others had theirs.
 *
 * @example
 * ```ts
 * await nextTurn();
 * ```
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/**
 * Lets go of the event loop for a whole round: timers have their turn too, and what has come over
 * the network. After {@linkcode nextTurn} they may have to wait for one step more.
 *
 * @returns When others had theirs.
 *
 * @example
 * ```ts
 * await nextRound();
 * ```
 */
export async function nextRound(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Reads a clock that nobody sets.
 *
 * @returns Milliseconds since some moment before.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * assert(monotonicMs() <= monotonicMs());
 * ```
 */
export function monotonicMs(): number {
  return performance.now();
}
