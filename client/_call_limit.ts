import { waitWords } from "./wait_words.ts";
import { UpstreamError } from "./upstream_error.ts";

/** What a {@linkcode CallLimit} is made of. */
export interface CallLimitOptions {
  readonly limitMs: number;
  /** Runs something after a time, and returns what calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
}

/** A signal that ends a call; its reason is an `UpstreamError`. */
export interface CallLimit {
  readonly signal: AbortSignal;
  /** Clears the timer and leaves the caller's signal alone. */
  readonly end: () => void;
}

/** Starts the limit of one call. */
export function startCallLimit({ limitMs, after, signal }: CallLimitOptions): CallLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort(abortedError(signal?.reason));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const clear = after(limitMs, () => controller.abort(timeoutError(limitMs)));
  return {
    signal: controller.signal,
    end(): void {
      clear();
      signal?.removeEventListener("abort", abort);
    },
  };
}

/**
 * Waits for work, but no longer than until a signal is aborted: not every `fetch`
 * and not every body listens to one.
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

function abortedError(cause: unknown): UpstreamError {
  return new UpstreamError("The call was cancelled", { code: "aborted", cause });
}

function timeoutError(limitMs: number): UpstreamError {
  return new UpstreamError(
    `YNAB did not answer within ${waitWords(limitMs)}: try again in a few minutes`,
    { code: "unavailable" },
  );
}
