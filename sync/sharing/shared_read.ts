/**
 * Single-flight: one request that several callers wait for. It is aborted only when all of them
 * have given up.
 *
 * @module
 */

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
