import { delay, monotonicMs } from "../../client/timers.ts";

/** How something is tried again; all in milliseconds. */
export interface RetryOptions {
  /** Pauses double until they are so long. */
  readonly longestPauseMs: number;
  /** For how long it is tried, what each try takes included. */
  readonly mostMs: number;
  readonly delay?: typeof delay;
  readonly monotonicMs?: typeof monotonicMs;
}

const FIRST_PAUSE_MS = 250;

/** Things that are tried again until they succeed. */
export class BackgroundRetries {
  readonly #options: RetryOptions;
  readonly #closing = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Tries something until it does not fail. */
  add(run: () => Promise<void>): void {
    const retried = this.#untilDone(run).finally(() => this.#pending.delete(retried));
    this.#pending.add(retried);
  }

  /** Retries what is left one last time, now. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#pending);
  }

  async #untilDone(run: () => Promise<void>): Promise<void> {
    const { longestPauseMs, mostMs, delay: wait = delay } = this.#options;
    const { monotonicMs: clock = monotonicMs } = this.#options;
    let pauseMs = FIRST_PAUSE_MS;
    for (let waitedMs = 0; waitedMs < mostMs; waitedMs += pauseMs) {
      pauseMs = Math.min(waitedMs === 0 ? FIRST_PAUSE_MS : 2 * pauseMs, longestPauseMs);
      const isLast = await wait(pauseMs, this.#closing.signal).then(() => false, () => true);
      const from = clock();
      const isDone = await run().then(() => true, () => false);
      if (isDone || isLast) return;
      waitedMs += clock() - from;
    }
  }
}
