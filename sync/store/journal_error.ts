/**
 * Failures of the journal, as the tool errors that an agent gets.
 *
 * @module
 */

import { ToolError } from "../../domain/base/tool_error.ts";
import type { ChangeStore } from "./change_records.ts";
import { decorated } from "./decorated_methods.ts";

/**
 * Words a failure of the journal or its locks.
 *
 * @param remedy What can be done about a backend that fails.
 * @returns The error that the agent gets.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const error = journalError(new Error("disk full"), "make room on the disk");
 * assertEquals(error.code, "unavailable");
 * ```
 */
export function journalError(cause: unknown, remedy: string): ToolError {
  return new ToolError(
    "unavailable",
    "the journal of changes can't be used now, so nothing more is written: " +
      `${remedy}, then try again`,
    { cause },
  );
}

/**
 * Words the loss of the lease under which a plan is changed.
 *
 * @returns The error that the agent gets.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(leaseLost().code, "unavailable");
 * ```
 */
export function leaseLost(): ToolError {
  return new ToolError(
    "unavailable",
    "this server stood still for so long that another one may be changing the plan, so nothing " +
      "more is written: look at the plan before trying again",
  );
}

/**
 * Turns what a journal fails with into errors of a tool. Its lock is left as it is: what runs
 * under it fails with its own errors.
 *
 * @param store The journal.
 * @param remedy What can be done about a backend that fails.
 */
export function withJournalErrors(store: ChangeStore, remedy: string): ChangeStore {
  const { refusal, withPlanLock, ...records } = store;
  const around = async <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (cause) {
      // A lease that was lost is no fault of the disk.
      throw cause instanceof ToolError ? cause : journalError(cause, remedy);
    }
  };
  return { refusal, withPlanLock, ...decorated(records, around) };
}
