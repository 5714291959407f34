import type { Calls, CoveredOperation } from "./calls.ts";
import type { UpstreamError } from "./upstream_error.ts";

const NO_PLANS: Calls["getPlans"]["answer"] = { plans: [] };
const NO_SCHEDULES: Calls["getScheduledTransactions"]["answer"] = {
  scheduled_transactions: [],
  server_knowledge: 0,
};
const GONE: Calls["deleteTransaction"]["answer"] = { transaction: null, server_knowledge: null };
const SCHEDULE_GONE: Calls["deleteScheduledTransaction"]["answer"] = {
  scheduled_transaction: null,
};

/** What failed. */
export interface AbsenceOptions {
  readonly operation: CoveredOperation;
  readonly error: UpstreamError;
  /** Whether an earlier try of this call may have been applied. */
  readonly isRepeated: boolean;
}

/**
 * Finds the answer that a "not found" stands for. Upstream answers 404.2 for a list
 * of plans or schedules with nothing in it; and a delete that finds nothing after an
 * earlier try without an answer has done its work.
 */
export function answerOfAbsence(
  { operation, error, isRepeated }: AbsenceOptions,
): Calls[CoveredOperation]["answer"] | null {
  if (error.errorId !== "404.2") return null;
  if (operation === "getPlans") return NO_PLANS;
  if (operation === "getScheduledTransactions") return NO_SCHEDULES;
  if (!isRepeated) return null;
  if (operation === "deleteTransaction") return GONE;
  return operation === "deleteScheduledTransaction" ? SCHEDULE_GONE : null;
}
