import {
  type AccountRecord,
  isCashAccount,
  liveLines,
  type TransactionRecord,
} from "../base/plan_records.ts";
import { ToolError } from "../base/tool_error.ts";
import type { PayeeGroup, PayeeIndex } from "../payees/payee_index.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import { STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";

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

/** A transaction, as seen from a set of accounts. */
export interface CashFlow extends Payment {
  /** Built on demand, because most payees are shops, whose transactions aren't needed. */
  readonly transaction: TransactionRecord;
  /** Milliunits, excluding transfers within the set. */
  readonly amount: number;
  readonly isTransfer: boolean;
}

/** Cash flows of one payee in one direction, oldest first. */
export interface CashFlowGroup extends Pick<PayeeGroup<TransactionRecord>, "key" | "direction"> {
  readonly flows: readonly CashFlow[];
}

/**
 * Lists the cash flows of a set of accounts since a day number, counted from 1970-01-01. Skips
 * starting balances and adjustments, which are neither income nor spending.
 */
export function cashFlows(
  index: PayeeIndex<TransactionRecord>,
  accountIds: ReadonlySet<string>,
  sinceDay: number,
): readonly CashFlowGroup[] {
  return index.groups.flatMap((group) => {
    const { key, direction } = group;
    if (SYSTEM_PAYEE_KEYS.has(key) || accountIds.has(otherAccountOf(key) ?? "")) return [];
    const flows: CashFlow[] = [];
    group.visitSince(sinceDay, (chunk, place, day) => {
      if (!accountIds.has(chunk.column("account_id").at(place) as string)) return;
      const amount = outerAmount(chunk, place, accountIds);
      if (amount !== 0) flows.push(flowOf(chunk, place, { day, amount }));
    });
    return flows.length === 0 ? [] : [{ key, direction, flows: flows.reverse() }];
  });
}

const TRANSFER = "transfer:";

export function otherAccountOf(key: string): string | null {
  return key.startsWith(TRANSFER) ? key.slice(TRANSFER.length) : null;
}

export function directedKey({ direction, key }: Pick<CashFlowGroup, "direction" | "key">): string {
  return `${direction} ${key}`;
}

function flowOf(
  chunk: TransactionChunk,
  place: number,
  { day, amount }: Pick<CashFlow, "day" | "amount">,
): CashFlow {
  return {
    day,
    amount,
    size: Math.abs(amount),
    categoryId: (chunk.column("category_id").at(place) ?? null) as string | null,
    isTransfer: Boolean(chunk.column("transfer_account_id").at(place)),
    get transaction(): TransactionRecord {
      return chunk.at(place);
    },
  };
}

/** A transaction's amount, excluding split lines that transfer within the set. */
function outerAmount(
  chunk: TransactionChunk,
  place: number,
  accountIds: ReadonlySet<string>,
): number {
  const amount = chunk.amountAt(place);
  if (!chunk.hasState(place, STATES.liveSplit)) return amount;
  return liveLines(chunk.at(place))
    .filter((line) => accountIds.has(line.transfer_account_id ?? ""))
    .reduce((rest, line) => rest - line.amount, amount);
}
