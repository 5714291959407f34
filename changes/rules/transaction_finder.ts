import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import { quoted, referenceIndex } from "../../domain/references/resolve_reference.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";

/** Live transactions, and the ids of those that are gone. */
export interface KnownTransactions<One extends TransactionRecord = TransactionRecord> {
  readonly live: readonly One[];
  readonly deletedIds: ReadonlySet<string>;
}

/** Makes a finder that refuses unknown transactions and transactions that were named before. */
export function transactionFinder<One extends TransactionRecord>(
  { live, deletedIds }: KnownTransactions<One>,
  refusals: Refusals,
): (reference: string) => One | null {
  const hint = "find_transactions shows them";
  const resolve = referenceIndex({ noun: "transaction", records: live, deletedIds, hint });
  const named = new Set<string>();
  return (reference) => {
    const transaction = refusals.attempt(quoted(reference), () => resolve(reference));
    if (transaction === null) return null;
    if (named.has(transaction.id)) {
      refusals.add(quoted(reference), "it is named twice: keep one of them");
      return null;
    }
    named.add(transaction.id);
    return transaction;
  };
}
