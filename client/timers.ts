import type { Steps } from "../domain/base/all_steps.ts";

export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const cancelTimer = after(ms, passed.resolve);
  const waiting = signal === undefined ? passed.promise : untilAborted(passed.promise, signal);
  await waiting.finally(cancelTimer);
}

/**
 * Waits until a promise settles or a signal is aborted. This is needed because some `fetch`
 * implementations and bodies ignore signals.
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

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/**
 * Yields to the event loop for a full iteration, so that timers and network events also run.
 * {@linkcode nextTurn} may return before they run.
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
  // If the first step was the last one, there is no need to yield.
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

/** Timing of {@linkcode BackgroundRetries}, in milliseconds. */
export interface RetryOptions {
  /**
   * Maximum pause between attempts. Each pause is twice as long as the previous one, up to this
   * maximum.
   */
  readonly longestPauseMs: number;
  /** How long to keep trying, including the duration of each attempt. */
  readonly deadlineMs: number;
  readonly delay?: typeof delay;
  readonly monotonicMs?: typeof monotonicMs;
}

const FIRST_PAUSE_MS = 250;

/** Tasks that are retried until they succeed. */
export class BackgroundRetries {
  readonly #options: RetryOptions;
  readonly #closing = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  add(run: () => Promise<void>): void {
    const retried = this.#untilDone(run).finally(() => this.#pending.delete(retried));
    this.#pending.add(retried);
  }

  /** Retries all pending tasks one last time, immediately. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#pending);
  }

  async #untilDone(run: () => Promise<void>): Promise<void> {
    const { longestPauseMs, deadlineMs, delay: wait = delay } = this.#options;
    const { monotonicMs: clock = monotonicMs } = this.#options;
    const until = clock() + deadlineMs;
    for (let ms = FIRST_PAUSE_MS; clock() < until; ms = Math.min(2 * ms, longestPauseMs)) {
      const isLast = await wait(ms, this.#closing.signal).then(() => false, () => true);
      const isDone = await run().then(() => true, () => false);
      if (isDone || isLast) return;
    }
  }
}
