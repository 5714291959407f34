import type { LedgerState } from "../../../client/request_budget.ts";
import type { Awaitable } from "./copy_rows.ts";

/** A budget as it was found. */
export interface BudgetRow extends LedgerState {
  /** Counts how often it was written; 0 where there is none. */
  readonly revision: number;
  /** The time by the clock of the backend, in milliseconds since 1970. */
  readonly now: number;
}

/** The budget of one owner. */
export interface BudgetRows {
  read(): Awaitable<BudgetRow>;
  /** Writes unless others have written since the revision that it follows. */
  write(revision: number, state: LedgerState): Awaitable<boolean>;
}
