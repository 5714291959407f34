/**
 * Memoised work: it is done once, however many wait for it.
 *
 * @module
 */

/**
 * Memoises a function. A failure is told to all who wait for
 * it, and the next call tries again.
 *
 * @returns What does it, or waits until it is done.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * let runs = 0;
 * const once = singleFlight(() => Promise.resolve(void runs++));
 * await Promise.all([once(), once()]);
 * assertEquals(runs, 1);
 * ```
 */
export function singleFlight(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () =>
    running ??= run().catch((error) => {
      running = null;
      throw error;
    });
}
