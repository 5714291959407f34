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

/** Marks the error of a write that may have been applied. */
export function uncertainly(error: UpstreamError): UpstreamError {
  if (error.uncertain) return error;
  const { code, status, errorId, detail, index, retryAfterMs, cause } = error;
  const [reason] = error.message.split(": ");
  return new UpstreamError(
    `${reason}: the change may have been applied all the same, so look before repeating it`,
    { code, status, errorId, detail, index, retryAfterMs, cause, uncertain: true },
  );
}
