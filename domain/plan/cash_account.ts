/**
 * Tells accounts whose money can be assigned from those that owe it.
 *
 * @module
 */

import type { AccountRecord } from "../base/plan_records.ts";

const CASH_TYPES: readonly string[] = ["checking", "savings", "cash"];

/**
 * Tells whether an account's money can be assigned. Credit accounts owe theirs, and that
 * of tracking accounts is outside of the budget.
 *
 * @param account The account.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isCashAccount({ on_budget: true, type: "savings" }), true);
 * assertEquals(isCashAccount({ on_budget: true, type: "creditCard" }), false);
 * ```
 */
export function isCashAccount(
  { on_budget: isOnBudget, type }: Pick<AccountRecord, "on_budget" | "type">,
): boolean {
  return isOnBudget && CASH_TYPES.includes(type);
}
