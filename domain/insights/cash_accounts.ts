import { type AccountRecord, isCashAccount } from "../base/plan_records.ts";
import { ToolError } from "../base/tool_error.ts";

/**
 * Returns the accounts that hold cash: open, on budget, and not credit.
 *
 * @throws {ToolError} `not_found` if there is none.
 */
export function cashAccountIds(accounts: readonly AccountRecord[]): ReadonlySet<string> {
  const cash = accounts.filter((account) => !account.closed && isCashAccount(account));
  if (cash.length > 0) return new Set(cash.map(({ id }) => id));
  throw new ToolError(
    "not_found",
    "the plan has no open on-budget cash account: name accounts in account_ids",
  );
}
