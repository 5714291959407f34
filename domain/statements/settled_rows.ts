import type { TransactionRecord } from "../base/plan_records.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { countedTransaction } from "./account_entries.ts";
import type { Comparison, ComparisonOptions, MatchedRow } from "./comparison.ts";
import { checkDecisions, type CheckedDecision } from "./decisions.ts";
import type { LeftOutReason, LeftOutRow, Statement, StatementRow } from "./statement.ts";

/** Rows that the user or an earlier import settled. */
export interface Settled {
  readonly matched: MatchedRow[];
  readonly new: Comparison["new"][number][];
  /** Transactions that were matched before but now have a different amount, by row number. */
  readonly amended: Map<number, TransactionRecord>;
  readonly transfers: Comparison["transfers"][number][];
  readonly leftOut: LeftOutRow[];
}

/** Settles rows by the user's decisions, then by earlier imports. */
export function settledRows(
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

function settleDecided(
  settled: Settled,
  { row, as, transaction, accountId }: CheckedDecision,
): void {
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

/** Numbers of the settled rows. */
export function rowsIn(
  { matched, new: entered, amended, transfers, leftOut }: Settled,
): readonly number[] {
  const rows = [...matched, ...entered, ...transfers].map(({ row }) => row.row);
  return [...rows, ...amended.keys(), ...leftOut.map(({ row }) => row)];
}
