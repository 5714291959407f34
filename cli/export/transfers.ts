import { liveLines } from "../../domain/base/plan_records.ts";
import type { SplitLine, Transaction } from "../../client/wire/transaction.ts";

/** Transfers for which both sides were found. */
export interface PairedTransfers {
  /** Other sides by the id of the booked transaction or split line. */
  readonly mirrors: ReadonlyMap<string, Transaction>;
  /** Ids of the other sides. */
  readonly mirrored: ReadonlySet<string>;
}

/**
 * Pairs the sides of transfers. Books a split line if there is one, otherwise the first
 * transaction.
 */
export function pairTransfers(rows: readonly Transaction[]): PairedTransfers {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mirrors = new Map<string, Transaction>();
  const mirrored = new Set<string>();
  const pair = (side: Transaction | SplitLine, row: Transaction): void => {
    const other = byId.get(side.transfer_transaction_id ?? "");
    const isPair = other !== undefined && other !== row && !mirrored.has(other.id) &&
      !mirrors.has(other.id) && other.account_id === side.transfer_account_id &&
      other.transfer_account_id === row.account_id &&
      other.amount === 0 - side.amount && other.date === row.date;
    if (!isPair) return;
    mirrors.set(side.id, other);
    mirrored.add(other.id);
  };
  // Split lines first, because their other sides may refer to them, and they aren't transactions.
  for (const row of rows) {
    if (row.transfer_account_id) continue;
    for (const line of liveLines(row)) pair(line, row);
  }
  for (const row of rows) {
    if (row.transfer_account_id && !mirrored.has(row.id)) pair(row, row);
  }
  return { mirrors, mirrored };
}
