import { UpstreamError } from "../../client/upstream_error.ts";
import { cleanText } from "../../domain/base/clean_text.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { codeOf } from "./error_codes.ts";
import { TOKEN_PAGE, TOKEN_PLACE } from "../setup_error.ts";

const MOST_ROWS = 20;

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
    ? `the server itself failed${named} after a change was sent to YNAB: do not repeat the ` +
      "call, look at the plan first, and report this with the reference"
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
