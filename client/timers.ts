/** Runs something after a time. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Waits. */
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

/** Lets go of the event loop, so that what has come meanwhile has its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/**
 * Lets go of the event loop for a whole round: timers have their turn too, and what has come over
 * the network. After {@linkcode nextTurn} they may have to wait for one step more.
 */
export async function nextRound(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Reads a clock that nobody sets. */
export function monotonicMs(): number {
  return performance.now();
}
