import type { Steps } from "../domain/base/all_steps.ts";
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

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
 * Waits for a promise or until a signal is aborted, because some `fetch` implementations and bodies
 * ignore signals.
 */
export function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const leave = (): void => signal.removeEventListener("abort", stop);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(leave);
  });
}

/** Yields to the event loop once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/**
 * Yields to the event loop for a full iteration, so that timers and network events run, too. After
 * {@linkcode nextTurn}, they may still have to wait.
 */
export async function nextRound(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** A monotonic clock, unaffected by changes to the system time. */
export function monotonicMs(): number {
  return performance.now();
}

/** Runs all steps, yielding to the event loop between them. */
export function inTurns<Result>(
  steps: Steps<Result>,
  signal?: AbortSignal,
): Result | Promise<Result> {
  const { done, value } = steps.next();
  // A single step has already run, without yielding.
  return done === true ? value : furtherSteps(steps, signal);
}

async function furtherSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn();
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
