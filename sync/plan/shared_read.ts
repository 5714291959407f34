import type { LoadProgress } from "../../client/response.ts";

/** A running read that can be joined. */
export class SharedRead<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /** Starts the read. */
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

/** Passes progress on. */
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
