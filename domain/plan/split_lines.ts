/**
 * The lines of a split that still stand.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";

const NONE: readonly SplitLineRecord[] = [];

/**
 * Gives the live lines of a transaction.
 *
 * @param transaction A transaction.
 * @returns Live lines; none for a transaction that is no split.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(liveLines({ subtransactions: [{ id: "l", amount: 1, deleted: true }] }), []);
 * ```
 */
export function liveLines(
  transaction: Pick<TransactionRecord, "subtransactions">,
): readonly SplitLineRecord[] {
  const { subtransactions: lines } = transaction;
  if (lines.length === 0) return NONE;
  return lines.some((line) => line.deleted) ? lines.filter((line) => !line.deleted) : lines;
}
