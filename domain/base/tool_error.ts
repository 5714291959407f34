/** Codes that a tool error may carry. */
export type ToolErrorCode =
  | "invalid_input"
  | "not_found"
  | "unauthorized"
  | "forbidden"
  | "rate_limited"
  | "conflict"
  | "rejected"
  | "unavailable"
  | "internal";

/** Says what could not be done and what to do next. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  /** What kind of mistake it is. */
  readonly code: ToolErrorCode;
  /** One line per row that is wrong. */
  readonly rows: readonly string[];

  /** Makes the error. */
  constructor(
    code: ToolErrorCode,
    message: string,
    options: { readonly rows?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.rows = options.rows ?? [];
  }
}
