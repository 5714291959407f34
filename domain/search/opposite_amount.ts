import type { TransactionRecord } from "../base/plan_records.ts";
import { type MoneyFormat, writeExactly } from "../base/money_format.ts";
import { fromMilliunits } from "../base/money.ts";
import type { TransactionIndex } from "./transaction_index.ts";
import { forEachMatch, type TransactionSearch } from "./transaction_search.ts";

/** Says what a search for an exact amount would find with the other sign. */
export function oppositeHint(
  index: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
  format: MoneyFormat,
): string | null {
  const { amount } = search.query;
  if (amount === undefined || amount === 0) return null;
  let count = 0;
  const query = { ...search.query, amount: -amount, direction: undefined };
  forEachMatch(index, { ...search, query }, () => count += 1);
  if (count === 0) return null;
  const [wanted, opposite] = [amount, -amount].map((one) =>
    writeExactly(fromMilliunits(one), format)
  );
  const direction = amount > 0 ? "money out is negative" : "money in is positive";
  return `nothing has ${wanted}, but ${count} ${count === 1 ? "has" : "have"} ${opposite}: ` +
    direction;
}
