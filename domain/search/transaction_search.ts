/**
 * Finds rows by any mix of conditions, in one pass over an index.
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
  /** What makes a row uncategorized. */
  readonly rule: PendingRule;
  readonly sort?: Sort;
}

/** A row that fits, with the split lines that made it fit. */
export interface TransactionMatch<Row extends TransactionRecord> {
  readonly row: Row;
  /** Lines of the wanted categories; `null` when the row counts as a whole. */
  readonly lines: readonly SplitLineRecord[] | null;
}

/** Lines of the wanted categories, `null` for a whole row, `undefined` for no match. */
export type Matched = readonly SplitLineRecord[] | null | undefined;

/**
 * Prepares a search.
 *
 * @param index The rows of a plan.
 * @param search What is looked for.
 * @returns Tells for a place in the index whether its row meets every condition.
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
  const { rows } = index;
  const payee = query.payee === undefined ? null : needleOf(query.payee);
  const text = query.text === undefined ? null : needleOf(query.text);
  const payeeWords = payee === null ? [] : index.payeeWords;
  const allWords = text === null ? [] : index.allWords;
  const { categoryIds } = query;
  return (place) => {
    const row = rows[place];
    if (row === undefined || !meetsFacts(row, query)) return undefined;
    if (payee !== null && !payee(payeeWords[place] ?? "")) return undefined;
    if (text !== null && !text(allWords[place] ?? "")) return undefined;
    if (query.isUncategorized === true && !isPending(row, rule)) return undefined;
    if (categoryIds === undefined) return null;
    const lines = linesIn(row, categoryIds);
    return lines === null || lines.length > 0 ? lines : undefined;
  };
}

/**
 * Visits the rows that meet every condition, the newest first.
 *
 * @param index The rows of a plan.
 * @param search What is looked for.
 * @param visit Gets each match, with its lines as in {@linkcode TransactionMatch}.
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
export function forEachMatch<Row extends TransactionRecord>(
  index: TransactionIndex<Row>,
  search: TransactionSearch,
  visit: (row: Row, lines: readonly SplitLineRecord[] | null) => void,
): void {
  const matched = matcherOf(index, search);
  for (let place = 0; place < index.rows.length; place++) {
    const row = index.rows[place];
    const lines = matched(place);
    if (row !== undefined && lines !== undefined) visit(row, lines);
  }
}

/**
 * Collects the rows that meet every condition.
 *
 * @param index The rows of a plan.
 * @param search What is looked for, and the order.
 * @returns Matches in that order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * assertEquals(searchTransactions(transactionIndex([]), { query: {}, rule }), []);
 * ```
 */
export function searchTransactions<Row extends TransactionRecord>(
  index: TransactionIndex<Row>,
  search: TransactionSearch,
): readonly TransactionMatch<Row>[] {
  const matched = matcherOf(index, search);
  const matches: TransactionMatch<Row>[] = [];
  for (const place of index.placesIn(search.sort ?? "newest")) {
    const row = index.rows[place];
    const lines = matched(place);
    if (row !== undefined && lines !== undefined) matches.push({ row, lines });
  }
  return matches;
}

function meetsFacts(row: TransactionRecord, query: TransactionQuery): boolean {
  const { amount } = row;
  return !(
    (query.since !== undefined && row.date < query.since) ||
    (query.until !== undefined && row.date > query.until) ||
    (query.amount !== undefined && amount !== query.amount) ||
    (query.minAmount !== undefined && amount < query.minAmount) ||
    (query.maxAmount !== undefined && amount > query.maxAmount) ||
    (query.accountIds !== undefined && !query.accountIds.has(row.account_id)) ||
    (query.isUnapproved === true && row.approved) ||
    (query.cleared !== undefined && row.cleared !== query.cleared) ||
    (query.flag !== undefined && row.flag_color !== query.flag) ||
    (query.direction === "in" && amount <= 0) ||
    (query.direction === "out" && amount >= 0)
  );
}

/** Lines of the wanted categories; `null` when the whole row is in one of them. */
function linesIn(
  row: TransactionRecord,
  categoryIds: ReadonlySet<string>,
): readonly SplitLineRecord[] | null {
  const lines = liveLines(row);
  if (lines.length === 0) return categoryIds.has(row.category_id ?? "") ? null : lines;
  return lines.filter((line) => categoryIds.has(line.category_id ?? ""));
}
