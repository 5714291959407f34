import type { TransactionRecord } from "../base/plan_records.ts";
import type { LeftOutRow, Statement, StatementRow } from "./statement.ts";

export interface RowDecision {
  /** Number of the row in the statement. */
  readonly row: number;
  readonly as: "match" | "new" | "skip" | "amount" | "transfer";
  readonly transactionId?: string;
  readonly accountId?: string;
}

/** A row that already has a matching transaction in the account. */
export interface MatchedRow {
  readonly row: StatementRow;
  readonly transaction: TransactionRecord;
  /** Whether the user decided that the transaction should get the bank's amount. */
  readonly takesAmount: boolean;
}

/** A row that has no matching transaction in the account. */
export interface NewRow {
  readonly row: StatementRow;
  /** The other account, if the user decided that the row is a transfer. */
  readonly transferAccountId: string | null;
}

/** A row that is one side of a transfer; the other side is a transaction in another account. */
export interface TransferRow {
  readonly row: StatementRow;
  readonly transaction: TransactionRecord;
  /** Whether the user decided that the row is a transfer. If not, the row is only reported. */
  readonly isDecided: boolean;
}

export interface StatementBalance {
  readonly opening: number | null;
  readonly closing: number | null;
  /** Whether the opening balance plus all rows equals the closing balance; `null` if unknown. */
  readonly addsUp: boolean | null;
  /** The account's cleared balance at the end of the statement's last day, before the change. */
  readonly clearedBefore: number;
  readonly clearedAfter: number;
  /** Closing balance minus `clearedAfter`; `null` if the closing balance is unknown. */
  readonly difference: number | null;
}

/** A statement compared with an account. Every row is in exactly one of the lists. */
export interface Comparison {
  readonly statement: Statement;
  readonly balance: StatementBalance;
  readonly matched: readonly MatchedRow[];
  readonly new: readonly NewRow[];
  /** Rows that the change skips because they could match any of several transactions. */
  readonly doubtful: readonly {
    readonly row: StatementRow;
    readonly candidates: readonly TransactionRecord[];
  }[];
  /** Rows whose transaction differs in amount. The change skips them until the user decides. */
  readonly differs: readonly {
    readonly row: StatementRow;
    readonly transaction: TransactionRecord;
  }[];
  /** Rows whose amount is the sum of two transactions. The change clears both transactions. */
  readonly combined: readonly {
    readonly row: StatementRow;
    readonly transactions: readonly TransactionRecord[];
  }[];
  readonly transfers: readonly TransferRow[];
  /**
   * Transactions in the account that are dated within the statement's period but aren't on the
   * statement.
   */
  readonly onlyInPlan: readonly TransactionRecord[];
  /**
   * Cleared, unreconciled transactions that the statement doesn't list but that its closing balance
   * includes. The list is empty if the closing balance is unknown, or if a cleared transaction
   * within the statement's period is missing from the statement.
   */
  readonly earlier: readonly TransactionRecord[];
  readonly leftOut: readonly LeftOutRow[];
}

/** The lists of a comparison, mutable so that rows can be added to them. */
export type Verdicts = {
  readonly [
    List in "matched" | "new" | "doubtful" | "differs" | "combined" | "transfers" | "leftOut"
  ]: Comparison[List][number][];
};

/** What earlier imports did with a row, which is recognized by its fingerprint. */
export interface RowMemory {
  /** The transaction that the row was matched with or entered as; `null` if the row was skipped. */
  readonly transactionId: string | null;
}

export interface ComparisonOptions {
  readonly accountId: string;
  /** Earliest date that YNAB accepts for a transaction, `YYYY-MM-DD`. */
  readonly earliest: string;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly decisions: readonly RowDecision[];
  /** Balances given by the caller, in milliunits, which override the statement's. */
  readonly openingBalance: number | null;
  readonly closingBalance: number | null;
  /** Looks up what earlier imports did with a row; `null` if no import contained the row. */
  readonly remembered: (row: StatementRow) => RowMemory | null;
  /**
   * How often a label belonged to each payee in earlier imports and in YNAB, keyed by `payeeKeyOf`.
   */
  readonly payeesOf: (label: string) => ReadonlyMap<string, number>;
}
