/** Why a call to the YNAB API failed, distinguishing the cases that callers handle differently. */
export type UpstreamErrorCode =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rejected"
  | "conflict"
  | "rate_limited"
  | "unavailable"
  | "aborted";

/** Properties of an {@linkcode UpstreamError}; absent ones are unknown. */
export interface UpstreamErrorOptions {
  readonly code: UpstreamErrorCode;
  readonly status?: number | null;
  readonly errorId?: string | null;
  readonly detail?: string | null;
  readonly index?: number | null;
  readonly retryAfterMs?: number | null;
  readonly uncertain?: boolean;
  readonly cause?: unknown;
}

/**
 * A call to the YNAB API that failed, or was rejected before it was sent. The message is our own
 * and never contains a token, payee, memo or amount.
 */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  /** HTTP status of the response; `null` without a response. */
  readonly status: number | null;
  /** YNAB's error id, such as `403.1`; `null` if the response had none. */
  readonly errorId: string | null;
  /** YNAB's own explanation, unsanitized: clean it before showing it. */
  readonly detail: string | null;
  /** Index of the rejected element in the request's array, starting at 0. */
  readonly index: number | null;
  /** How long to wait until another request can succeed, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Whether a failed write may have been applied. Always false for reads. */
  readonly uncertain: boolean;

  constructor(message: string, options: UpstreamErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.status = options.status ?? null;
    this.errorId = options.errorId ?? null;
    this.detail = options.detail ?? null;
    this.index = options.index ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.uncertain = options.uncertain ?? false;
  }
}

export function uncertainly(error: UpstreamError): UpstreamError {
  if (error.uncertain) return error;
  const { code, status, errorId, detail, index, retryAfterMs, cause } = error;
  const [reason] = error.message.split(": ");
  return new UpstreamError(
    `${reason}: the change may have been applied anyway, so check the plan before repeating it`,
    { code, status, errorId, detail, index, retryAfterMs, cause, uncertain: true },
  );
}

export function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
