/** Lets callers share a run that is in progress; a call after its end starts another. */
export function singleFlight<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () =>
    running ??= run().finally(() => {
      running = null;
    });
}

/** Runs a function until it succeeds once; all callers share that result, and a run in progress. */
export function succeedOnce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () =>
    running ??= run().catch((error: unknown) => {
      running = null;
      throw error;
    });
}
