/**
 * Finds transactions by any mix of conditions, in one pass over an index.
 *
 * @module
 */

import { isPending, type PendingRule } from "../plan/pending_category.ts";
import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";
import { needleOf } from "./search_needle.ts";
import { liveLines } from "../plan/split_lines.ts";
import type { Sort, TransactionIndex } from "./transaction_index.ts";

/** Conditions; every one given must hold. Amounts are signed milliunits. */
export interface TransactionQuery {
  /** First day, `YYYY-MM-DD`. */
  readonly since?: string | undefined;
  /** Last day, `YYYY-MM-DD`. */
  readonly until?: string | undefined;
  readonly amount?: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly accountIds?: ReadonlySet<string> | undefined;
  /** Split lines included. */
  readonly categoryIds?: ReadonlySet<string> | undefined;
  /** Part of the payee's name or of the bank's label. */
  readonly payee?: string | undefined;
  /** Part of the payee's name, the memo or the bank's label. */
  readonly text?: string | undefined;
  readonly isUncategorized?: boolean | undefined;
  readonly isUnapproved?: boolean | undefined;
  readonly cleared?: string | undefined;
  readonly flag?: string | undefined;
  readonly direction?: "in" | "out" | undefined;
}

/** What is looked for, and in which order matches come. */
export interface TransactionSearch {
  readonly query: TransactionQuery;
  /** What makes a transaction uncategorized. */
  readonly rule: PendingRule;
  readonly sort?: Sort;
}

/** Lines of the wanted categories, `null` for a whole transaction, `undefined` for no match. */
export type Matched = readonly SplitLineRecord[] | null | undefined;

/**
 * Prepares a search.
 *
 * @param index The transactions of a plan.
 * @param search What is looked for.
 * @returns Tells for a place in the index whether its transaction meets every condition.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * assertEquals(matcherOf(transactionIndex([]), { query: {}, rule })(0), undefined);
 * ```
 */
export function matcherOf(
  index: TransactionIndex<TransactionRecord>,
  { query, rule }: TransactionSearch,
): (place: number) => Matched {
  const { transactions } = index;
  const payee = query.payee === undefined ? null : needleOf(query.payee);
  const text = query.text === undefined ? null : needleOf(query.text);
  const payeeWords = payee === null ? [] : index.payeeWords;
  const allWords = text === null ? [] : index.allWords;
  const { categoryIds } = query;
  return (place) => {
    const transaction = transactions[place];
    if (transaction === undefined || !meetsFacts(transaction, query)) return undefined;
    if (payee !== null && !payee(payeeWords[place] ?? "")) return undefined;
    if (text !== null && !text(allWords[place] ?? "")) return undefined;
    if (query.isUncategorized === true && !isPending(transaction, rule)) return undefined;
    if (categoryIds === undefined) return null;
    const lines = linesIn(transaction, categoryIds);
    return lines === null || lines.length > 0 ? lines : undefined;
  };
}

/**
 * Visits the transactions that meet every condition, the newest first.
 *
 * @param index The transactions of a plan.
 * @param search What is looked for.
 * @param visit Gets each match, with the lines of the wanted categories; `null` when it counts as a
 * whole.
 *
 * @example
 * ```ts
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * let count = 0;
 * forEachMatch(transactionIndex([]), { query: { text: "coffee" }, rule }, () => count += 1);
 * ```
 */
export function forEachMatch<Transaction extends TransactionRecord>(
  index: TransactionIndex<Transaction>,
  search: TransactionSearch,
  visit: (transaction: Transaction, lines: readonly SplitLineRecord[] | null) => void,
): void {
  const matched = matcherOf(index, search);
  for (let place = 0; place < index.transactions.length; place++) {
    const transaction = index.transactions[place];
    const lines = matched(place);
    if (transaction !== undefined && lines !== undefined) visit(transaction, lines);
  }
}

function meetsFacts(transaction: TransactionRecord, query: TransactionQuery): boolean {
  const { amount } = transaction;
  return !(
    (query.since !== undefined && transaction.date < query.since) ||
    (query.until !== undefined && transaction.date > query.until) ||
    (query.amount !== undefined && amount !== query.amount) ||
    (query.minAmount !== undefined && amount < query.minAmount) ||
    (query.maxAmount !== undefined && amount > query.maxAmount) ||
    (query.accountIds !== undefined && !query.accountIds.has(transaction.account_id)) ||
    (query.isUnapproved === true && transaction.approved) ||
    (query.cleared !== undefined && transaction.cleared !== query.cleared) ||
    (query.flag !== undefined && transaction.flag_color !== query.flag) ||
    (query.direction === "in" && amount <= 0) ||
    (query.direction === "out" && amount >= 0)
  );
}

/** Lines of the wanted categories; `null` when the whole transaction is in one of them. */
function linesIn(
  transaction: TransactionRecord,
  categoryIds: ReadonlySet<string>,
): readonly SplitLineRecord[] | null {
  const lines = liveLines(transaction);
  if (lines.length === 0) return categoryIds.has(transaction.category_id ?? "") ? null : lines;
  return lines.filter((line) => categoryIds.has(line.category_id ?? ""));
}
