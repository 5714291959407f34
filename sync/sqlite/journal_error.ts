/**
 * Tells what the journal can't do in the words of a tool.
 *
 * @module
 */

import { ToolError } from "../../domain/errors/tool_error.ts";

/**
 * Words a failure of the journal or its locks.
 *
 * @param cause What it failed with.
 * @returns The error that the agent gets.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(journalError(new Error("disk full")).code, "unavailable");
 * ```
 */
export function journalError(cause: unknown): ToolError {
  return new ToolError(
    "unavailable",
    "the journal of changes can't be used now, so nothing more is written: see to the disk " +
      "that holds it (the command store says where it is), then try again",
    { cause },
  );
}
