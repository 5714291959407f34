import { dayNumber } from "../base/day.ts";
import { sumOf } from "../base/money.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { type AccountPeriod, isClearedState } from "./account_entries.ts";
import type { Comparison, ComparisonOptions, StatementBalance } from "./comparison.ts";
import type { Statement } from "./statement.ts";

/** Adds up the account's cleared balance after the change. */
export function balanceOf(
  { statement, options, period, clearedBefore }: {
    readonly statement: Statement;
    readonly options: ComparisonOptions;
    readonly period: AccountPeriod;
    readonly clearedBefore: number;
  },
  { matched, new: entered, combined, transfers }: Pick<
    Comparison,
    "matched" | "new" | "combined" | "transfers"
  >,
): StatementBalance {
  const opening = options.openingBalance ?? statement.opening;
  const closing = options.closingBalance ?? statement.closing;
  const rowSum = sumOf(statement.rows.map(({ amount }) => amount));
  const done = [
    ...matched.map(({ row, transaction }) => ({ row, transactions: [transaction] })),
    ...combined,
    ...[...entered, ...transfers.filter(({ isDecided }) => isDecided)]
      .map(({ row }) => ({ row, transactions: [] })),
  ];
  const isCounted = (transaction: TransactionRecord): boolean =>
    isClearedState(transaction) && dayNumber(transaction.date) <= period.last;
  const clearedAfter = clearedBefore +
    sumOf(
      done.map(({ row, transactions }) =>
        row.amount - sumOf(transactions.filter(isCounted).map(({ amount }) => amount))
      ),
    );
  return {
    opening,
    closing,
    addsUp: opening === null || closing === null ? null : opening + rowSum === closing,
    clearedBefore,
    clearedAfter,
    difference: closing === null ? null : closing - clearedAfter,
  };
}
