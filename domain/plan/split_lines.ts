import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";

const NONE: readonly SplitLineRecord[] = [];

/** Gives the live lines of a transaction. */
export function liveLines(
  transaction: Pick<TransactionRecord, "subtransactions">,
): readonly SplitLineRecord[] {
  const { subtransactions: lines } = transaction;
  if (lines.length === 0) return NONE;
  return lines.some((line) => line.deleted) ? lines.filter((line) => !line.deleted) : lines;
}
