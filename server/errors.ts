import { z } from "zod";
import { UpstreamError, type UpstreamErrorCode } from "../client/upstream_error.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { hexOf } from "../domain/base/hex.ts";
import { ToolError, type ToolErrorCode } from "../domain/base/tool_error.ts";
import type { Failed, LogEntry } from "./log_entry.ts";
import { OPERATOR, type SettingsForm, tokenAdvice } from "./advice.ts";

const MAX_ROWS = 20;
const REFERENCE_BYTES = 4;
const MAX_ISSUES = 3;

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

export function codeOf(error: unknown): ToolErrorCode {
  if (error instanceof ToolError) return error.code;
  return error instanceof UpstreamError ? OF_UPSTREAM[error.code] : "internal";
}

export interface Fault {
  /** Reference that identifies the error in the log. */
  readonly reference?: string | undefined;
  /** Whether a change had already been sent; if so, the call must not be repeated. */
  readonly hasWritten?: boolean;
  readonly settingsForm?: SettingsForm | undefined;
}

export function errorText(error: unknown, fault: Fault = {}): string {
  if (error instanceof ToolError) {
    const shown = error.rows.slice(0, MAX_ROWS);
    const more = error.rows.length - shown.length;
    const rest = more > 0 ? [`and ${more} more`] : [];
    return [`${error.code}: ${error.message}`, ...shown, ...rest].join("\n");
  }
  if (error instanceof UpstreamError) return `${codeOf(error)}: ${upstreamWords(error, fault)}`;
  return `internal: ${internalWords(fault)}`;
}

/** Error detail if a user is no longer signed in with YNAB. */
export const SIGNED_OUT = "The user has to sign in again";
/** Error detail if YNAB rejects the client ID or secret of a multi-user server. */
export const APPLICATION_REJECTED = "The operator has to correct the client ID or secret";

function internalWords({ reference, hasWritten = false }: Fault): string {
  const named = reference === undefined ? "" : ` (reference ${reference})`;
  return hasWritten
    ? `an internal error occurred${named} after a change was sent to YNAB: don't repeat the ` +
      "call; check the plan, and include the reference when you report this error"
    : `an internal error occurred${named}: ` +
      "try again; if the error happens again, include the reference when you report it";
}

function upstreamWords(
  error: UpstreamError,
  { hasWritten = false, settingsForm }: Fault,
): string {
  // Lowercase the first letter of a sentence, unless it begins with an acronym.
  const words = error.message.replace(/^[A-Z](?=[a-z ])/u, (letter) => letter.toLowerCase());
  if (error.code === "unauthorized") {
    if (error.detail === SIGNED_OUT) {
      return "YNAB no longer gives this program access: tell the user to connect this program " +
        "again";
    }
    if (error.detail === APPLICATION_REJECTED) {
      return "YNAB rejected this server's client ID or secret: tell the user to ask the server's " +
        "operator to correct them";
    }
    if (settingsForm === OPERATOR) {
      return "YNAB ended this program's access before it was due to expire: try again, and if " +
        "that fails, tell the user to connect this program again";
    }
    return `${words}: ${tokenAdvice("a new one", settingsForm)}`;
  }
  if (error.errorId === "403.3" && settingsForm === OPERATOR) {
    return "YNAB gave this program read-only access: tell the user to connect this program again " +
      "and allow changes";
  }
  // For YNAB error 404.1, the error's own message already says that the address is wrong.
  if (error.code === "not_found" && error.errorId !== "404.1") {
    // YNAB can't find the record, but it was in the plan when the plan was last read, so it has
    // been deleted since then.
    if (hasWritten) {
      return "The record to change no longer exists in YNAB, so nothing was changed: " +
        "check the plan before trying again";
    }
    return "YNAB has no such plan or month: " +
      "list_plans shows the plans with their first and last month";
  }
  const detail = error.detail === null ? "" : cleanText(error.detail);
  const says = (error.code === "rejected" || error.code === "conflict") && detail !== "";
  return says ? `${words} (YNAB says: ${detail})` : words;
}

/**
 * Logs an internal error, without any text that may come from the plan.
 *
 * @returns The reference that identifies the log entry. Logs nothing and returns `undefined` if the
 * error isn't internal or if the call was aborted, for example because the client disconnected.
 */
export function logFault(
  error: unknown,
  failed: Failed,
  { log, signal }: {
    readonly log: (entry: LogEntry) => void;
    readonly signal?: AbortSignal | undefined;
  },
): string | undefined {
  if (codeOf(error) !== "internal" || signal?.aborted === true) return undefined;
  const reference = hexOf(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES)));
  // The message may contain data from the plan; the stack trace's source locations can't.
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

/**
 * Lists the places where an answer doesn't match its schema, using only field names from the
 * schema, list indexes and zod's issue codes.
 */
function fieldsOf({ issues }: z.core.$ZodError): string {
  return issues.slice(0, MAX_ISSUES)
    .map(({ path, code }) => `${path.map(String).join(".")} ${code}`).join(", ");
}
