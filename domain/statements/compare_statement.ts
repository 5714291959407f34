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
import type { Comparison, ComparisonOptions, StatementBalance } from "./comparison.ts";
import { combinedRows, differingRows, Leftovers, transferRows } from "./leftovers.ts";
import { matchRows, type RowMatches } from "./match_rows.ts";
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

type Verdicts = Omit<Comparison, "statement" | "balance" | "onlyInPlan" | "earlier">;

/**
 * Compares a statement with an account. Settles rows first by the user's decisions, then by the
 * results of earlier imports, then by matching. Every row ends up in exactly one list.
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
  const { matches, combined, similar, left } = matched(bookingsOf(statement), context);
  // YNAB's API can't change the amount of a split, so the user has to change it in YNAB's app.
  const isSplit = ({ transaction }: { readonly transaction: TransactionRecord }): boolean =>
    liveLines(transaction).length > 0;
  const splits = similar.filter(isSplit);
  const differs = similar.filter((one) => !isSplit(one));
  const rest = unentered(left, transactions, context);
  const verdicts: Verdicts = {
    matched: inOrder([
      ...settled.matched,
      ...matches.matched.map(({ booking: { row }, entry: { transaction } }) => ({
        row,
        transaction,
        takesAmount: false,
      })),
    ]),
    new: inOrder([...settled.new, ...rest.new]),
    doubtful: inOrder([
      ...matches.doubtful.map(({ booking: { row }, candidates }) => ({ row, candidates })),
      ...splits.map(({ row, transaction }) => ({ row, candidates: [transaction] })),
    ]),
    differs: inOrder(differs),
    combined: inOrder(combined),
    transfers: inOrder([...settled.transfers, ...rest.transfers]),
    leftOut: [...statement.leftOut, ...settled.leftOut, ...rest.leftOut]
      .sort((a, b) => a.row - b.row),
  };
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

/** Returns the ids of the transactions that match rows, alone or in combination. */
function recordedIds({ matched, combined }: Verdicts): readonly string[] {
  return [
    ...matched.map(({ transaction }) => transaction.id),
    ...combined.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
  ];
}

/** Matches the rows that aren't settled, first by equal amounts and then by similar amounts. */
function matched(
  bookings: readonly Booking[],
  { options, period, account, settled }: Context,
): {
  readonly matches: RowMatches;
  readonly combined: Comparison["combined"];
  /** Rows matched with a transaction of a similar amount. */
  readonly similar: Comparison["differs"];
  readonly left: readonly Booking[];
} {
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
  const matches = matchRows(
    bookings.filter(({ row }) => !isSettled.has(row.row)),
    free.filter(({ transaction }) => !again.has(transaction.id)),
    scores,
  );
  const taken = new Set([
    ...matches.matched.map(({ entry }) => entry.transaction),
    ...matches.doubtful.flatMap(({ candidates }) => candidates),
  ]);
  const leftovers = new Leftovers(
    [...bookings.filter(({ row }) => amended.has(row.row)), ...matches.unmatched],
    free.filter(({ transaction }) => !taken.has(transaction)),
  );
  const combined = combinedRows(leftovers, amended, scores);
  const similar = [...leftovers.takeKnown(amended), ...differingRows(leftovers, scores)];
  return { matches, combined, similar, left: [...leftovers.bookings] };
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
function unentered(
  bookings: readonly Booking[],
  transactions: Transactions<TransactionRecord>,
  { period, options, settled }: Context,
): Pick<Settled, "new" | "transfers" | "leftOut"> {
  const rows = bookings.map(({ row }) => row);
  const decided = new Set(settled.transfers.map(({ transaction }) => transaction.id));
  const others = oppositeEntries(transactions, period, rows).filter(({ id }) => !decided.has(id));
  const sides = transferRows(bookings, others);
  const rest: Pick<Settled, "new" | "transfers" | "leftOut"> = {
    new: [],
    transfers: [],
    leftOut: [],
  };
  for (const booking of bookings) {
    const { row } = booking;
    const reason = leftOutReason(row, options);
    const transaction = sides.get(booking);
    if (reason !== null) rest.leftOut.push({ row: row.row, reason });
    else if (transaction !== undefined) rest.transfers.push({ row, transaction, isDecided: false });
    else rest.new.push({ row, transferAccountId: null });
  }
  return rest;
}

/** Returns the transactions in the period that have no row. */
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

function inOrder<Item extends { readonly row: StatementRow }>(
  items: readonly Item[],
): readonly Item[] {
  return items.toSorted((a, b) => a.row.row - b.row.row);
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
