import type { SplitLineRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import type { TransactionIndex } from "../../../domain/search/transaction_index.ts";
import { matcherOf, type TransactionSearch } from "../../../domain/search/transaction_search.ts";

/** A transaction that fits, with the split lines that made it fit. */
export interface TransactionMatch {
  readonly transaction: TransactionRecord;
  /** Lines of the wanted categories; `null` when the transaction counts as a whole. */
  readonly lines: readonly SplitLineRecord[] | null;
}

/** Collects the transactions that meet every condition. */
export function foundMatches(
  index: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
): readonly TransactionMatch[] {
  const matched = matcherOf(index, search);
  return index.orderBy(search.sort ?? "newest").reduce<TransactionMatch[]>((matches, place) => {
    const transaction = index.transactions[place];
    const lines = matched(place);
    if (transaction !== undefined && lines !== undefined) matches.push({ transaction, lines });
    return matches;
  }, []);
}
