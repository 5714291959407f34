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

/**
 * Properties of an {@linkcode UpstreamError}. An absent property means that its value is unknown.
 */
export type UpstreamErrorOptions =
  & Pick<UpstreamError, "code">
  & Partial<
    Pick<UpstreamError, "status" | "errorId" | "detail" | "index" | "retryAfterMs" | "uncertain">
  >
  & { readonly cause?: unknown };

/**
 * A call to the YNAB API that failed, or was rejected before it was sent. The message is our own
 * and never contains a token, payee, memo or amount.
 */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  /** HTTP status of the response; `null` if there was no response. */
  readonly status: number | null = null;
  /** YNAB's error id, such as `403.1`; `null` if the response had none. */
  readonly errorId: string | null = null;
  /** YNAB's own explanation, unsanitized: clean it before showing it. */
  readonly detail: string | null = null;
  /** Index of the rejected element in the request's array, starting at 0. */
  readonly index: number | null = null;
  /** How long to wait, in milliseconds, before another request can succeed. */
  readonly retryAfterMs: number | null = null;
  /** Whether a failed write might have been applied; always false for reads. */
  readonly uncertain: boolean = false;

  constructor(message: string, { code, cause, ...others }: UpstreamErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.assign(this, others);
  }
}

export function uncertainly(error: UpstreamError): UpstreamError {
  if (error.uncertain) return error;
  const [reason] = error.message.split(": ");
  return new UpstreamError(
    `${reason}: the change may have been applied anyway, so check the plan before trying again`,
    { ...error, cause: error.cause, uncertain: true },
  );
}

export function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
