/**
 * The one error for what the agent, or the person behind it, can put right.
 *
 * @module
 */

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

/**
 * Says what could not be done and what to do next.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const error = new ToolError("invalid_input", "Cannot search: until is before since");
 * assertEquals(error.code, "invalid_input");
 * ```
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  /** What kind of mistake it is. */
  readonly code: ToolErrorCode;
  /** One line per row that is wrong. */
  readonly rows: readonly string[];

  /**
   * Makes the error.
   *
   * @param code What kind of mistake it is.
   * @param message What could not be done, and what to do next.
   * @param options `rows` names one row per line; `cause` is what led here.
   */
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
