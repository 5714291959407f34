/**
 * Turns errors into what the agent reads. Only our own sentences and upstream's own
 * explanation, cleaned as bank text is, ever get there.
 *
 * @module
 */

import { UpstreamError, type UpstreamErrorCode } from "../client/upstream_error.ts";
import { cleanText } from "../domain/clean_text.ts";
import { ToolError, type ToolErrorCode } from "../domain/tool_error.ts";

const MOST_ROWS = 20;

const CODES: Readonly<Record<UpstreamErrorCode, ToolErrorCode>> = {
  unauthorized: "unauthorized",
  forbidden: "forbidden",
  not_found: "not_found",
  rejected: "rejected",
  conflict: "rejected",
  rate_limited: "rate_limited",
  unavailable: "unavailable",
  aborted: "unavailable",
};

/**
 * Says an error to the agent.
 *
 * @param error Whatever was thrown.
 * @returns First line `code: what could not be done: what to do next`; then a line
 * per row that is wrong.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   errorText(new Error("secret")),
 *   "internal: the server itself failed: try again, and report it if it happens again",
 * );
 * ```
 */
export function errorText(error: unknown): string {
  if (error instanceof ToolError) {
    const shown = error.rows.slice(0, MOST_ROWS);
    const more = error.rows.length - shown.length;
    const rest = more > 0 ? [`and ${more} more`] : [];
    return [`${error.code}: ${error.message}`, ...shown, ...rest].join("\n");
  }
  if (error instanceof UpstreamError) return `${CODES[error.code]}: ${upstreamWords(error)}`;
  return "internal: the server itself failed: try again, and report it if it happens again";
}

/**
 * Tells whether an error is a fault of ours, to be logged.
 *
 * @param error Whatever was thrown.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isOwnFault(new TypeError("x is not a function")), true);
 * ```
 */
export function isOwnFault(error: unknown): boolean {
  return !(error instanceof ToolError || error instanceof UpstreamError);
}

function upstreamWords(error: UpstreamError): string {
  const words = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  if (error.code === "not_found") {
    return "YNAB knows no such plan or month: " +
      "list_plans shows the plans with their first and last month";
  }
  const detail = error.detail === null ? "" : cleanText(error.detail);
  const says = (error.code === "rejected" || error.code === "conflict") && detail !== "";
  return says ? `${words} (YNAB says: ${detail})` : words;
}
