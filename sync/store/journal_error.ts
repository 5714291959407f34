import { ToolError } from "../../domain/base/tool_error.ts";
import type { ChangeStore } from "./change_records.ts";
import { decorated } from "./decorated_methods.ts";

/** Words a failure of the journal or its locks. */
export function journalError(cause: unknown, remedy: string): ToolError {
  return new ToolError(
    "unavailable",
    "the journal of changes can't be used now, so nothing more is written: " +
      `${remedy}, then try again`,
    { cause },
  );
}

/** Words the loss of the lease under which a plan is changed. */
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
