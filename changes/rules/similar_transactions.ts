import { daysBetween } from "../../domain/base/day.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";

/** Days within which the same amount may be the same transfer. */
const MOST_DAYS_APART = 10;
const MOST_NAMED = 3;

/** One side of a transfer, in milliunits. */
interface TransferSide {
  readonly account: { readonly id: string };
  readonly amount: number;
}

/** Names what may be one side of the same transfer already. */
export function similarTransactions(
  date: string,
  sides: readonly TransferSide[],
  { transactions, format }: {
    readonly transactions: { readonly live: readonly TransactionRecord[] };
    readonly format: MoneyFormat;
  },
): readonly string[] {
  const found = transactions.live.filter((row) =>
    sides.some(({ account, amount }) => row.account_id === account.id && row.amount === amount) &&
    Math.abs(daysBetween(row.date, date)) <= MOST_DAYS_APART
  );
  return found.slice(0, MOST_NAMED).map((row) =>
    `${transactionLabel(row, format)} is there already: the transfer may have been entered`
  );
}
