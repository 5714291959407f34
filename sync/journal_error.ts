/**
 * Failures of the journal, as the tool errors that an agent gets.
 *
 * @module
 */

import { ToolError } from "../domain/errors/tool_error.ts";
import type { ChangeStore } from "./change_records.ts";
import { decorated } from "./decorated_methods.ts";

/**
 * Words a failure of the journal or its locks.
 *
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

/**
 * Turns what a journal fails with into errors of a tool. Its lock is left as it is: what runs
 * under it fails with its own errors.
 *
 * @param store The journal.
 * @param ready Runs before each use.
 */
export function withJournalErrors(store: ChangeStore, ready: () => Promise<void>): ChangeStore {
  const { refusal, withPlanLock, ...records } = store;
  const around = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      await ready();
      return await run();
    } catch (cause) {
      throw journalError(cause);
    }
  };
  return { refusal, withPlanLock, ...decorated(records, around) };
}
