import { dayNumber } from "../base/day.ts";
import { sumOf } from "../base/money.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import {
  accountEntries,
  type AccountPeriod,
  type Booking,
  bookingsOf,
  countedTransaction,
  type Entry,
  isClearedState,
  oppositeEntries,
} from "./account_entries.ts";
import type { Comparison, ComparisonOptions, MatchedRow, StatementBalance } from "./comparison.ts";
import { checkDecisions, leftOutReason } from "./decisions.ts";
import { combinedRows, differingRows, Leftovers, transferRows } from "./leftovers.ts";
import { matchRows } from "./match_rows.ts";
import { RowScores } from "./row_score.ts";
import type { LeftOutReason, LeftOutRow, Statement, StatementRow } from "./statement.ts";

type Verdicts = Omit<Comparison, "statement" | "balance" | "onlyInPlan">;

/** A row that is settled before any matching, and by what. */
interface Settled {
  readonly matched: MatchedRow[];
  readonly new: Comparison["new"][number][];
  /** Transactions that were matched before but have another amount now, by number of the row. */
  readonly amended: Map<number, TransactionRecord>;
  readonly transfers: Comparison["transfers"][number][];
  readonly leftOut: LeftOutRow[];
}

/**
 * Compares a statement with an account. What the user decided comes first, then what earlier
 * imports remember, then matching. Every row ends in exactly one list.
 *
 * @throws {ToolError} `invalid_input`, listing the decisions that can't be carried out.
 */
export function compareStatement(
  statement: Statement,
  transactions: Transactions<TransactionRecord>,
  options: ComparisonOptions,
): Comparison {
  const period = periodOf(statement, options);
  const account = accountEntries(transactions, period, statement.rows);
  const settled = settledRows(statement, transactions, options);
  const isSettled = new Set(rowsIn(settled));
  const used = new Set(
    [...settled.matched.map(({ transaction }) => transaction), ...settled.amended.values()]
      .map(({ id }) => id),
  );
  const free = account.entries.filter(({ transaction }) => !used.has(transaction.id));
  const bookings = bookingsOf(statement);
  const open = bookings.filter(({ row }) => !isSettled.has(row.row));
  const scores = new RowScores(account, options.payeesOf, period.first);
  const matches = matchRows(open, free, scores);
  const candidates = new Set(matches.doubtful.flatMap(({ candidates }) => candidates));
  const taken = new Set(matches.matched.map(({ entry }) => entry));
  const amended = new Set(settled.amended.values());
  const left = new Leftovers(
    [...bookings.filter(({ row }) => settled.amended.has(row.row)), ...matches.unmatched],
    account.entries.filter((entry) =>
      amended.has(entry.transaction) ||
      !used.has(entry.transaction.id) && !taken.has(entry) && !candidates.has(entry.transaction)
    ),
  );
  const combined = combinedRows(left, scores);
  const known = left.takeKnown(settled.amended);
  const differs = [...known, ...differingRows(left, scores)];
  const rest = unentered(left.bookings, transactions, { period, options });
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
    doubtful: inOrder(
      matches.doubtful.map(({ booking: { row }, candidates }) => ({ row, candidates })),
    ),
    differs: inOrder(differs),
    combined: inOrder(combined),
    transfers: inOrder([...settled.transfers, ...rest.transfers]),
    leftOut: [...statement.leftOut, ...settled.leftOut, ...rest.leftOut]
      .sort((a, b) => a.row - b.row),
  };
  return {
    statement,
    balance: balanceOf(
      { statement, options, period, clearedBefore: account.clearedBalance },
      verdicts,
    ),
    ...verdicts,
    onlyInPlan: onlyInPlan(account.entries, period, verdicts),
  };
}

function periodOf({ rows }: Statement, { accountId, today }: ComparisonOptions): AccountPeriod {
  const days = rows.map(({ date }) => date).sort();
  return {
    accountId,
    first: dayNumber(days[0] ?? today),
    last: dayNumber(days.at(-1) ?? today),
  };
}

function settledRows(
  statement: Statement,
  transactions: Transactions<TransactionRecord>,
  options: ComparisonOptions,
): Settled {
  const decisions = checkDecisions(statement, transactions, options);
  const settled: Settled = { matched: [], new: [], amended: new Map(), transfers: [], leftOut: [] };
  const used = new Set([...decisions.values()].flatMap(({ transaction }) => transaction?.id ?? []));
  for (const row of statement.rows) {
    const decision = decisions.get(row.row);
    if (decision !== undefined) settleDecided(settled, decision);
    else if (row.amount === 0) settled.leftOut.push({ row: row.row, reason: "zero" });
    else settleRemembered(settled, row, { transactions, options, used });
  }
  return settled;
}

type Decided = ReturnType<typeof checkDecisions> extends ReadonlyMap<number, infer Decision>
  ? Decision
  : never;

function settleDecided(settled: Settled, { row, as, transaction, accountId }: Decided): void {
  if (as === "skip") settled.leftOut.push({ row: row.row, reason: "skipped_before" });
  else if (transaction === null) settled.new.push({ row, transferAccountId: accountId });
  else if (as === "transfer") settled.transfers.push({ row, transaction, isDecided: true });
  else {
    const takesAmount = transaction.amount !== row.amount;
    settled.matched.push({ row, transaction, takesAmount });
  }
}

function settleRemembered(
  settled: Settled,
  row: StatementRow,
  { transactions, options, used }: {
    readonly transactions: Transactions<TransactionRecord>;
    readonly options: ComparisonOptions;
    readonly used: Set<string>;
  },
): void {
  const memory = options.remembered(row);
  if (memory === null) return;
  const leaveOut = (reason: LeftOutReason): void => {
    settled.leftOut.push({ row: row.row, reason });
  };
  if (memory.transactionId === null) return leaveOut("skipped_before");
  const transaction = countedTransaction(transactions, memory.transactionId);
  if (transaction?.account_id !== options.accountId) return leaveOut("deleted_before");
  if (used.has(transaction.id)) return;
  used.add(transaction.id);
  if (transaction.amount !== row.amount) settled.amended.set(row.row, transaction);
  else settled.matched.push({ row, transaction, takesAmount: false });
}

/** What becomes of rows that the account has nothing for. */
function unentered(
  bookings: readonly Booking[],
  transactions: Transactions<TransactionRecord>,
  { period, options }: { readonly period: AccountPeriod; readonly options: ComparisonOptions },
): Pick<Settled, "new" | "transfers" | "leftOut"> {
  const rows = bookings.map(({ row }) => row);
  const sides = transferRows(bookings, oppositeEntries(transactions, period, rows));
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

function balanceOf(
  { statement, options, period, clearedBefore }: {
    readonly statement: Statement;
    readonly options: ComparisonOptions;
    readonly period: AccountPeriod;
    readonly clearedBefore: number;
  },
  { matched, new: entered, combined, transfers }: Verdicts,
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

/** Transactions of the period that no row may be about. */
function onlyInPlan(
  entries: readonly Entry[],
  { first, last }: AccountPeriod,
  { matched, doubtful, differs, combined }: Verdicts,
): readonly TransactionRecord[] {
  const named = new Set([
    ...[...matched, ...differs].map(({ transaction }) => transaction.id),
    ...doubtful.flatMap(({ candidates }) => candidates.map(({ id }) => id)),
    ...combined.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
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

function rowsIn(
  { matched, new: entered, amended, transfers, leftOut }: Settled,
): readonly number[] {
  const rows = [...matched, ...entered, ...transfers].map(({ row }) => row.row);
  return [...rows, ...amended.keys(), ...leftOut.map(({ row }) => row)];
}
