/**
 * Single-flight: one request that several callers wait for. It is aborted only when all of them
 * have given up.
 *
 * @module
 */

import type { LoadProgress } from "../../client/load_progress.ts";

/**
 * A running read that can be joined.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const read = new SharedRead(() => Promise.resolve(1));
 * assertEquals(await Promise.all([read.join(), read.join()]), [1, 1]);
 * ```
 */
export class SharedRead<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /**
   * Starts the read.
   *
   * @param run Does the read; its signal fires when nobody waits any more.
   */
  constructor(run: (signal: AbortSignal) => Promise<Result>) {
    this.#result = run(this.#controller.signal);
    // Every joiner gets the rejection; with none left it must not crash the process.
    this.#result.catch(() => {});
  }

  /** Resolves when the read has ended, well or not. */
  get ended(): Promise<void> {
    return this.#result.then(() => {}, () => {});
  }

  /** Whether the read has been given up by all who waited for it. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /**
   * Waits for the result.
   *
   * @throws The signal's reason, or what the read failed with.
   */
  async join(signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    this.#waiting += 1;
    const leave = Promise.withResolvers<never>();
    const onAbort = (): void => leave.reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([this.#result, leave.promise]);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal?.aborted === true) this.#controller.abort(signal.reason);
    }
  }
}

/** Hears how far a read has come. */
export type ProgressListener = (progress: LoadProgress) => void;

/**
 * Passes progress on.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const told: number[] = [];
 * const relay = new ProgressRelay();
 * relay.add(({ bytes }) => void told.push(bytes));
 * for (const bytes of [1, 2, 1, 3]) relay.tell({ bytes, total: null });
 * assertEquals(told, [1, 2, 3]);
 * ```
 */
export class ProgressRelay {
  readonly #listeners = new Set<ProgressListener>();
  #most = 0;

  /** Adds a listener; one that is absent hears nothing. */
  add(listener: ProgressListener | undefined): void {
    if (listener !== undefined) this.#listeners.add(listener);
  }

  /** Tells how far it has come; a further try is told once it has come further. */
  tell(progress: LoadProgress): void {
    if (progress.bytes <= this.#most) return;
    this.#most = progress.bytes;
    for (const listener of this.#listeners) listener(progress);
  }
}
