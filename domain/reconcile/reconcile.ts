import { countedTransactions } from "../transactions/matched_pairs.ts";
import { type AccountTransactions, explainDifference, type Explanation } from "./explanation.ts";
import { sumOf } from "../base/money.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { compareTexts } from "../base/fold_text.ts";

/** An account compared with its bank. Amounts are milliunits. */
export interface Reconciliation<Transaction extends TransactionRecord> {
  /** Sum of the transactions that are cleared or reconciled; a matched pair counts once. */
  readonly clearedBalance: number;
  /** Sum of uncleared transactions that are in the bank's balance. */
  readonly clearing: number;
  /** Bank balance minus cleared balance and `clearing`. */
  readonly difference: number;
  /** Transactions that the bank has and that are not reconciled yet, the oldest first. */
  readonly toMark: readonly Transaction[];
  /** The most plausible first. */
  readonly explanations: readonly Explanation<Transaction>[];
  /** Whether the bank's half of a matched pair was left out. */
  readonly hasMatches: boolean;
}

/** An account's balance at the bank. */
export interface BankStatement {
  readonly accountId: string;
  /** Milliunits, signed as the plan shows it: debts are negative. */
  readonly bankBalance: number;
  /** Decimals of the plan's currency, 0 to 3. */
  readonly decimals: number;
  /** Uncleared transactions that are in the bank's balance. */
  readonly clearIds?: ReadonlySet<string>;
}

/** Compares an account with its bank. */
export function reconcile<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
  { accountId, bankBalance, decimals, clearIds = new Set() }: BankStatement,
): Reconciliation<Transaction> {
  const ofAccount = live.filter((transaction) =>
    transaction.account_id === accountId && !transaction.deleted
  );
  const { transactions, importedPartners } = countedTransactions(ofAccount);
  const parts = partsOf(transactions);
  const clearing = parts.uncleared.filter(({ id }) => clearIds.has(id));
  const clearedBalance = totalOf([...parts.cleared, ...parts.reconciled]);
  const difference = bankBalance - clearedBalance - totalOf(clearing);
  const unexplained = {
    uncleared: parts.uncleared.filter(({ id }) => !clearIds.has(id)),
    cleared: parts.cleared,
    // These are no longer in question.
    reconciled: [...parts.reconciled, ...clearing],
  };
  return {
    clearedBalance,
    clearing: totalOf(clearing),
    difference,
    toMark: [...parts.cleared, ...clearing].sort(oldestFirst),
    explanations: explainDifference(unexplained, { difference, decimals }),
    hasMatches: importedPartners.size > 0,
  };
}

function partsOf<Transaction extends TransactionRecord>(
  transactions: readonly Transaction[],
): AccountTransactions<Transaction> {
  const having = (state: string): readonly Transaction[] =>
    transactions.filter(({ cleared }) => cleared === state);
  return {
    // An unknown state counts as uncleared.
    uncleared: transactions.filter(({ cleared }) =>
      cleared !== "cleared" && cleared !== "reconciled"
    ),
    cleared: having("cleared"),
    reconciled: having("reconciled"),
  };
}

function totalOf(transactions: readonly TransactionRecord[]): number {
  return sumOf(transactions.map(({ amount }) => amount));
}

function oldestFirst(a: TransactionRecord, b: TransactionRecord): number {
  return compareTexts(a.date, b.date) || compareTexts(a.id, b.id);
}
