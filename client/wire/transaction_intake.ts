/**
 * Takes the transactions of an answer in batches, while the rest of it is still coming.
 *
 * @module
 */

import type { NumberedRows } from "../../domain/transactions/numbered_rows.ts";
import type { Transaction } from "./transaction.ts";

/** Where the transactions of a long answer go, so that they are never all held at once. */
export interface TransactionIntake {
  /** An answer begins: what came of one before it is void, as a try may fail half way. */
  begin(): void;
  /** Takes transactions that have passed the checks. They count once the answer is complete. */
  take(transactions: readonly Transaction[]): void;
  /**
   * Takes transactions that were read without making records of them, as most are. Where there is
   * no such way records are made of all.
   */
  readonly takeRows?: (rows: NumberedRows) => void;
}
