/**
 * How one try of a request failed, and what that means for the next one.
 *
 * @module
 */

import { UpstreamError } from "./upstream_error.ts";

/** A failed try. */
export interface Failure {
  readonly ok: false;
  readonly error: UpstreamError;
  /** Whether a further try may go better. */
  readonly isTransient: boolean;
  /** Whether it was a write that may have been applied all the same. */
  readonly isUncertain: boolean;
}

/**
 * Marks the error of a write that may have been applied.
 *
 * @param error What the caller would be told otherwise.
 * @returns The same error, uncertain, with another next step in its message: the
 * usual one is to try again, which is just what must not be done blindly.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { UpstreamError } from "./upstream_error.ts";
 *
 * const error = new UpstreamError("YNAB is down", { code: "unavailable" });
 *
 * assertEquals(uncertainly(error).uncertain, true);
 * assertEquals(uncertainly(error).code, "unavailable");
 * ```
 */
export function uncertainly(error: UpstreamError): UpstreamError {
  if (error.uncertain) return error;
  const { code, status, errorId, detail, index, retryAfterMs, cause } = error;
  const [reason] = error.message.split(": ");
  return new UpstreamError(
    `${reason}: the change may have been applied all the same, so look before repeating it`,
    { code, status, errorId, detail, index, retryAfterMs, cause, uncertain: true },
  );
}
