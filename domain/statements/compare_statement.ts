import { dayNumber } from "../base/day.ts";
import { sumOf } from "../base/money.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import {
  type AccountEntries,
  accountEntries,
  type AccountPeriod,
  type Booking,
  bookingsOf,
  clearedEntries,
  type Entry,
  isClearedState,
  oppositeEntries,
} from "./account_entries.ts";
import type { Comparison, ComparisonOptions, StatementBalance, Verdicts } from "./comparison.ts";
import { combinedRows, differingRows, Leftovers, transferRows } from "./leftovers.ts";
import { matchRows } from "./match_rows.ts";
import { RowScores } from "./row_score.ts";
import { leftOutReason, rowsIn, type Settled, settledRows } from "./settled_rows.ts";
import type { Statement, StatementRow } from "./statement.ts";

/** What the statement's rows are compared with. */
interface Context {
  readonly options: ComparisonOptions;
  readonly period: AccountPeriod;
  readonly account: AccountEntries;
  readonly settled: Settled;
}

/**
 * Compares a statement with an account. Settles rows based on the user's decisions first, then on
 * the results of earlier imports, and then on matching. Every row ends up in exactly one list.
 *
 * @throws {ToolError} `invalid_input`, listing the decisions that can't be applied.
 */
export function compareStatement(
  statement: Statement,
  transactions: Transactions<TransactionRecord>,
  options: ComparisonOptions,
): Comparison {
  const period = periodOf(statement, options);
  const account = accountEntries(transactions, period, statement.rows);
  const settled = settledRows(statement, transactions, options);
  const context: Context = { options, period, account, settled };
  const left = matchRest(bookingsOf(statement), context);
  classifyRest(left, transactions, context);
  const { amended: _, ...verdicts } = settled;
  const numberOf = ({ row }: { readonly row: StatementRow | number }): number =>
    typeof row === "number" ? row : row.row;
  for (const list of Object.values(verdicts)) list.sort((a, b) => numberOf(a) - numberOf(b));
  const balance = balanceOf(statement, verdicts, context);
  const recorded = new Set(recordedIds(verdicts));
  const lacking = onlyInPlan(account.entries, period, verdicts);
  const isBalanceKnown = balance.difference !== null && !lacking.some(isClearedState);
  return {
    statement,
    balance,
    ...verdicts,
    onlyInPlan: lacking,
    earlier: isBalanceKnown
      ? clearedEntries(transactions, period).filter(({ id }) => !recorded.has(id))
      : [],
  };
}

/** Returns the ids of the transactions that match a row, either alone or in combination. */
function recordedIds({ matched, combined }: Verdicts): readonly string[] {
  return [
    ...matched.map(({ transaction }) => transaction.id),
    ...combined.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
  ];
}

/**
 * Matches rows for which there is no decision and no earlier import: first by equal amounts, then
 * by similar amounts. Returns the rows without a match.
 */
function matchRest(
  bookings: readonly Booking[],
  { options, period, account, settled }: Context,
): readonly Booking[] {
  const { amended } = settled;
  const scores = new RowScores(account, options.payeesOf, period.first);
  const byRow = new Map(bookings.map((booking) => [booking.row, booking]));
  for (const { row, transaction } of settled.matched) {
    scores.learn(byRow.get(row) as Booking, payeeKeyOf(transaction));
  }
  const used = new Set(settled.matched.map(({ transaction }) => transaction.id));
  const free = account.entries.filter(({ transaction }) => !used.has(transaction.id));
  const again = new Set([...amended.values()].map(({ id }) => id));
  const isSettled = new Set(rowsIn(settled));
  const { matched, doubtful, unmatched } = matchRows(
    bookings.filter(({ row }) => !isSettled.has(row.row)),
    free.filter(({ transaction }) => !again.has(transaction.id)),
    scores,
  );
  for (const { booking: { row }, entry: { transaction } } of matched) {
    settled.matched.push({ row, transaction, takesAmount: false });
  }
  for (const { booking: { row }, candidates } of doubtful) {
    settled.doubtful.push({ row, candidates });
  }
  const taken = new Set([
    ...matched.map(({ entry }) => entry.transaction),
    ...doubtful.flatMap(({ candidates }) => candidates),
  ]);
  const leftovers = new Leftovers(
    [...bookings.filter(({ row }) => amended.has(row.row)), ...unmatched],
    free.filter(({ transaction }) => !taken.has(transaction)),
  );
  settled.combined.push(...combinedRows(leftovers, amended, scores));
  for (
    const one of [...leftovers.takeKnown(amended), ...differingRows(leftovers, scores)]
  ) {
    // YNAB's API can't change a split transaction's amount; the user has to do it in YNAB's app.
    if (liveLines(one.transaction).length === 0) settled.differs.push(one);
    else settled.doubtful.push({ row: one.row, candidates: [one.transaction] });
  }
  return [...leftovers.bookings];
}

function periodOf({ rows }: Statement, { accountId, today }: ComparisonOptions): AccountPeriod {
  const days = rows.map(({ date }) => date).sort();
  return {
    accountId,
    first: dayNumber(days[0] ?? today),
    last: dayNumber(days.at(-1) ?? today),
  };
}

/** Classifies the rows that have no counterpart in the account. */
function classifyRest(
  bookings: readonly Booking[],
  transactions: Transactions<TransactionRecord>,
  { period, options, settled }: Context,
): void {
  const rows = bookings.map(({ row }) => row);
  const decided = new Set(settled.transfers.map(({ transaction }) => transaction.id));
  const others = oppositeEntries(transactions, period, rows).filter(({ id }) => !decided.has(id));
  const sides = transferRows(bookings, others);
  for (const booking of bookings) {
    const { row } = booking;
    const reason = leftOutReason(row, options);
    const transaction = sides.get(booking);
    if (reason !== null) settled.leftOut.push({ row: row.row, reason });
    else if (transaction === undefined) settled.new.push({ row, transferAccountId: null });
    else settled.transfers.push({ row, transaction, isDecided: false });
  }
}

/** Returns the transactions in the period that have no row in the statement. */
function onlyInPlan(
  entries: readonly Entry[],
  { first, last }: AccountPeriod,
  verdicts: Verdicts,
): readonly TransactionRecord[] {
  const named = new Set([
    ...recordedIds(verdicts),
    ...verdicts.differs.map(({ transaction }) => transaction.id),
    ...verdicts.doubtful.flatMap(({ candidates }) => candidates.map(({ id }) => id)),
  ]);
  return entries.filter(({ day, transaction }) =>
    day >= first && day <= last && !named.has(transaction.id)
  ).map(({ transaction }) => transaction);
}

/** Calculates the account's cleared balance after the change. */
function balanceOf(
  statement: Statement,
  { matched, new: entered, combined, transfers }: Verdicts,
  { options, period, account: { clearedBalance: clearedBefore } }: Context,
): StatementBalance {
  const opening = options.openingBalance ?? statement.opening;
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
  const later = statement.laterBalance === clearedAfter ? clearedAfter : null;
  const closing = options.closingBalance ?? statement.closing ?? later;
  return {
    opening,
    closing,
    addsUp: opening === null || closing === null ? null : opening + rowSum === closing,
    clearedBefore,
    clearedAfter,
    difference: closing === null ? null : closing - clearedAfter,
  };
}
