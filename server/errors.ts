import { z } from "zod";
import { UpstreamError, type UpstreamErrorCode } from "../client/upstream_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { hexOf } from "../domain/base/hex.ts";
import { ToolError, type ToolErrorCode } from "../domain/base/tool_error.ts";
import type { LogEntry } from "./log_entry.ts";
import { TOKEN_PAGE, TOKEN_PLACE } from "./setup_error.ts";

/** Rows of a refusal that are shown. */
const MOST_ROWS = 20;
const REFERENCE_BYTES = 4;
const MOST_ISSUES = 3;

/** What the protocol calls an error where it knows no tool result: resources and prompts. */
export type ProtocolKind = "invalid_params" | "not_found" | "internal_error";

interface ErrorRow {
  readonly protocol: ProtocolKind;
  /** Whether it is one of the server itself: it is logged, and carries a reference. */
  readonly isInternal: boolean;
}

/** What the agent reads of each error of the client. */
const OF_UPSTREAM: Readonly<Record<UpstreamErrorCode, ToolErrorCode>> = {
  unauthorized: "unauthorized",
  forbidden: "forbidden",
  not_found: "not_found",
  rejected: "rejected",
  conflict: "rejected",
  rate_limited: "rate_limited",
  unavailable: "unavailable",
  aborted: "unavailable",
};

/** What else follows from each code. */
export const ERRORS: Readonly<Record<ToolErrorCode, ErrorRow>> = {
  invalid_input: { protocol: "invalid_params", isInternal: false },
  not_found: { protocol: "not_found", isInternal: false },
  unauthorized: { protocol: "internal_error", isInternal: false },
  forbidden: { protocol: "internal_error", isInternal: false },
  rate_limited: { protocol: "internal_error", isInternal: false },
  conflict: { protocol: "internal_error", isInternal: false },
  rejected: { protocol: "internal_error", isInternal: false },
  unavailable: { protocol: "internal_error", isInternal: false },
  internal: { protocol: "internal_error", isInternal: true },
};

/** Gives the code that an agent reads. */
export function codeOf(error: unknown): ToolErrorCode {
  if (error instanceof ToolError) return error.code;
  return error instanceof UpstreamError ? OF_UPSTREAM[error.code] : "internal";
}

/** Tells whether an error is one of the server itself, to be logged. */
export function isInternalError(error: unknown): boolean {
  return ERRORS[codeOf(error)].isInternal;
}

/** What there is to say of an internal error. */
export interface Fault {
  /** Stands in the log line too. */
  readonly reference?: string | undefined;
  /** Whether a change had been sent by then: the call must not be repeated. */
  readonly hasWritten?: boolean;
}

/** Says an error to the agent. */
export function errorText(error: unknown, fault: Fault = {}): string {
  if (error instanceof ToolError) {
    const shown = error.rows.slice(0, MOST_ROWS);
    const more = error.rows.length - shown.length;
    const rest = more > 0 ? [`and ${more} more`] : [];
    return [`${error.code}: ${error.message}`, ...shown, ...rest].join("\n");
  }
  if (error instanceof UpstreamError) return `${codeOf(error)}: ${upstreamWords(error, fault)}`;
  return `internal: ${internalWords(fault)}`;
}

function internalWords({ reference, hasWritten = false }: Fault): string {
  const named = reference === undefined ? "" : ` (reference ${reference})`;
  return hasWritten
    ? `the server itself failed${named} after a change was sent to YNAB: do not repeat the call, ` +
      "check the plan first, and report this with the reference"
    : `the server itself failed${named}: ` +
      "try again, and report it with the reference if it happens again";
}

function upstreamWords(error: UpstreamError, { hasWritten = false }: Fault): string {
  // A sentence begins with a capital, a name keeps its own.
  const words = error.message.replace(/^[A-Z](?=[a-z ])/u, (letter) => letter.toLowerCase());
  if (error.code === "unauthorized") {
    return `${words}: make a new one at ${TOKEN_PAGE}, ${TOKEN_PLACE} ` +
      "and restart the server";
  }
  // 404.1 is an address that is wrong, and says so.
  if (error.code === "not_found" && error.errorId !== "404.1") {
    // The plan was read just before: what was to be changed has been deleted since.
    if (hasWritten) {
      return "YNAB does not know any more what was to be changed, so nothing was: " +
        "look at the plan before trying again";
    }
    return "YNAB knows no such plan or month: " +
      "list_plans shows the plans with their first and last month";
  }
  const detail = error.detail === null ? "" : cleanText(error.detail);
  const says = (error.code === "rejected" || error.code === "conflict") && detail !== "";
  return says ? `${words} (YNAB says: ${detail})` : words;
}

/** What failed, by its name. */
export type Failed =
  | { readonly event: "tool_failed"; readonly tool: string }
  | { readonly event: "resource_failed"; readonly resource: string }
  | { readonly event: "prompt_failed"; readonly prompt: string };

/** Logs an internal error, without a word that may be the plan's. */
export function logFault(
  error: unknown,
  failed: Failed,
  log: (entry: LogEntry) => void,
): string {
  const reference = hexOf(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES)));
  // The message may quote the plan; the place in the code can't.
  const stack = error instanceof Error ? error.stack ?? "" : "";
  const frames = stack.split("\n").filter((line) => /^\s+at /u.test(line)).slice(0, 5);
  log({
    level: "error",
    ...failed,
    reference,
    error: error instanceof Error ? error.name : typeof error,
    ...(error instanceof z.core.$ZodError ? { fields: fieldsOf(error) } : {}),
    at: frames.map((line) => line.trim()).join(" < "),
  });
  return reference;
}

/** Where an answer does not fit its schema: names of our fields and places in lists. */
function fieldsOf({ issues }: z.core.$ZodError): string {
  return issues.slice(0, MOST_ISSUES)
    .map(({ path, code }) => `${path.map(String).join(".")} ${code}`).join(", ");
}
