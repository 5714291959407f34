/**
 * Finds the rows that a change names.
 *
 * @module
 */

import type { TransactionRecord } from "../../domain/plan/plan_records.ts";
import { quoted, referenceIndex } from "../../domain/references/reference_index.ts";
import type { Refusals } from "../../domain/errors/refusals.ts";

/** Live rows, and the ids of those that are gone. */
export interface KnownRows {
  readonly live: readonly TransactionRecord[];
  readonly deletedIds: ReadonlySet<string>;
}

/**
 * Makes a finder that refuses unknown rows and rows that were named before.
 *
 * @param rows The plan's rows.
 * @param refusals Takes note of what is refused.
 * @returns Gives the row, or `null` when it is refused.
 */
export function rowFinder(
  { live, deletedIds }: KnownRows,
  refusals: Refusals,
): (reference: string) => TransactionRecord | null {
  const hint = "find_transactions shows them";
  const resolve = referenceIndex({ noun: "transaction", records: live, deletedIds, hint });
  const named = new Set<string>();
  return (reference) => {
    const row = refusals.attempt(quoted(reference), () => resolve(reference));
    if (row === null) return null;
    if (named.has(row.id)) {
      refusals.add(quoted(reference), "it is named twice: keep one of them");
      return null;
    }
    named.add(row.id);
    return row;
  };
}
