/** Why a call to the upstream API failed, as far as a caller can act on it. */
export type UpstreamErrorCode =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rejected"
  | "conflict"
  | "rate_limited"
  | "unavailable"
  | "aborted";

/** What an {@linkcode UpstreamError} is made of; an absent fact is unknown. */
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
 * A call to the upstream API that failed, or that was refused before it was sent.
 * The message is in our own words and never holds a token, a payee, a memo or an
 * amount.
 */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  /** HTTP status of the answer; `null` when there was none. */
  readonly status: number | null;
  /** Upstream's error id, such as `403.1`; `null` when the answer had none. */
  readonly errorId: string | null;
  /** Upstream's own explanation, unsanitized: clean it before showing it. */
  readonly detail: string | null;
  /** Which element of the sent array upstream complained about, from 0. */
  readonly index: number | null;
  /** How long to wait before a further request can succeed. */
  readonly retryAfterMs: number | null;
  /** Only ever true for a write: it may have been applied all the same. */
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

/** Marks the error of a write that may have been applied. */
export function uncertainly(error: UpstreamError): UpstreamError {
  if (error.uncertain) return error;
  const { code, status, errorId, detail, index, retryAfterMs, cause } = error;
  const [reason] = error.message.split(": ");
  return new UpstreamError(
    `${reason}: the change may have been applied anyway, so check the plan before repeating it`,
    { code, status, errorId, detail, index, retryAfterMs, cause, uncertain: true },
  );
}

/** Says how long to wait, rounded up. */
export function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
