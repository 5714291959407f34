/**
 * Memoises a function. A failure is told to all who wait for
 * it, and the next call tries again.
 */
export function singleFlight(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () =>
    running ??= run().catch((error) => {
      running = null;
      throw error;
    });
}
