import {
  type AccountRecord,
  isCashAccount,
  liveLines,
  type TransactionRecord,
} from "../base/plan_records.ts";
import { ToolError } from "../base/tool_error.ts";
import type { PayeeGroup } from "../payees/payee_index.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { type Payment, paymentOf } from "../recurrence/payment_sets.ts";

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
    "the plan has no open on-budget cash account: pass accounts in account_ids",
  );
}

export interface CashFlowGroup extends Pick<PayeeGroup, "key" | "direction"> {
  readonly flows: readonly Payment[];
}

/**
 * Lists the cash flows of a set of accounts since a day. Skips starting balances and adjustments,
 * which are neither income nor spending.
 */
export function cashFlows(
  groups: readonly PayeeGroup[],
  accountIds: ReadonlySet<string>,
  since: string,
): readonly CashFlowGroup[] {
  return groups.flatMap(({ key, direction, transactions }) => {
    if (SYSTEM_PAYEE_KEYS.has(key) || accountIds.has(otherAccountOf(key) ?? "")) return [];
    const flows = transactions
      .filter((one) => one.date >= since && accountIds.has(one.account_id))
      .map((one) => paymentOf(one, outerAmount(one, accountIds), one.category_id ?? null))
      .filter(({ amount }) => amount !== 0);
    return flows.length === 0 ? [] : [{ key, direction, flows }];
  });
}

const TRANSFER = "transfer:";

export function otherAccountOf(key: string): string | null {
  return key.startsWith(TRANSFER) ? key.slice(TRANSFER.length) : null;
}

export function directedKey({ direction, key }: Pick<CashFlowGroup, "direction" | "key">): string {
  return `${direction} ${key}`;
}

/** A transaction's amount, excluding split lines that transfer within the set. */
function outerAmount(transaction: TransactionRecord, accountIds: ReadonlySet<string>): number {
  return liveLines(transaction)
    .filter((line) => accountIds.has(line.transfer_account_id ?? ""))
    .reduce((rest, line) => rest - line.amount, transaction.amount);
}
