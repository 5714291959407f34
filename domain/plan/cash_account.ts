import type { AccountRecord } from "../base/plan_records.ts";

const CASH_TYPES: readonly string[] = ["checking", "savings", "cash"];

/**
 * Tells whether an account's money can be assigned. Credit accounts owe theirs, and that
 * of tracking accounts is outside of the budget.
 */
export function isCashAccount(
  { on_budget: isOnBudget, type }: Pick<AccountRecord, "on_budget" | "type">,
): boolean {
  return isOnBudget && CASH_TYPES.includes(type);
}
