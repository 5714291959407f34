import { delay, monotonicMs } from "../../client/timers.ts";

/** Timing of retries, in milliseconds. */
export interface RetryOptions {
  /** Maximum pause between attempts. Pauses double until they reach this value. */
  readonly longestPauseMs: number;
  /** Deadline, including the duration of each attempt. */
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

  /** Retries a task until it succeeds. */
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
    let pauseMs = FIRST_PAUSE_MS;
    for (let waitedMs = 0; waitedMs < deadlineMs; waitedMs += pauseMs) {
      pauseMs = Math.min(waitedMs === 0 ? FIRST_PAUSE_MS : 2 * pauseMs, longestPauseMs);
      const isLast = await wait(pauseMs, this.#closing.signal).then(() => false, () => true);
      const from = clock();
      const isDone = await run().then(() => true, () => false);
      if (isDone || isLast) return;
      waitedMs += clock() - from;
    }
  }
}
