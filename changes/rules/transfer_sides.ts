import {
  liveLines,
  type SplitLineRecord,
  type TransactionRecord,
} from "../../domain/base/plan_records.ts";

/** A transaction as changes of transfers need it. */
export interface KnownTransaction extends TransactionRecord {
  readonly transfer_transaction_id?: string | null;
  readonly subtransactions: readonly KnownLine[];
}

/** A line of one. */
export interface KnownLine extends SplitLineRecord {
  readonly payee_id?: string | null;
  readonly transfer_transaction_id?: string | null;
}

/**
 * Finds the transactions that upstream keeps with one: the other side of a transfer, and those
 * of the lines of a split.
 */
export function otherSides(
  transaction: KnownTransaction,
  byId: ReadonlyMap<string, KnownTransaction>,
): readonly KnownTransaction[] {
  return [transaction, ...liveLines(transaction) as readonly KnownLine[]].flatMap(
    ({ transfer_transaction_id: id }) => byId.get(id ?? "") ?? [],
  );
}

/** Finds the split of which a transaction is the other side of a line. */
export function splitBehind(
  { id, transfer_account_id: account }: KnownTransaction,
  transactions: readonly KnownTransaction[],
): KnownTransaction | null {
  if ((account ?? null) === null) return null;
  return transactions.find((one) =>
    one.account_id === account &&
    (liveLines(one) as readonly KnownLine[]).some((line) => line.transfer_transaction_id === id)
  ) ?? null;
}
