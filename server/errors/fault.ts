import { z } from "zod";
import { hexOf } from "../../domain/base/hex.ts";
import type { LogEntry } from "../log_entry.ts";

const REFERENCE_BYTES = 4;
const MOST_ISSUES = 3;

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
