/**
 * Suggests categories for the rows that wait for one, from what the same payees
 * were paid for before.
 *
 * @module
 */

import type { GroupWithCategories } from "../plan/category_groups.ts";
import { categoryGuesser, type Suggestion } from "./category_guess.ts";
import { choosableCategories, type ChoosableCategory } from "./choosable_categories.ts";
import { countedRows } from "../plan/counted_rows.ts";
import { isPending, pendingRule } from "../plan/pending_category.ts";
import type { AccountRecord, CategoryRecord, TransactionRecord } from "../plan/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../plan/special_categories.ts";
import { transferPairs } from "./transfer_pairs.ts";

/** Live records of a plan. */
export interface SuggestionPlan {
  readonly rows: readonly TransactionRecord[];
  readonly accounts: readonly AccountRecord[];
  /** Groups with their live categories, upstream's internal group included. */
  readonly groups: readonly GroupWithCategories[];
}

/** A row that waits for a category; its amount in milliunits. */
export interface PendingLine {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly account: string;
  readonly suggestion: Suggestion | null;
  /** Id of the row that looks like the other side of the same transfer. */
  readonly transfer_with: string | null;
}

/** All rows that wait, and what can be done with them. */
export interface SuggestionOverview {
  /** The newest first. */
  readonly pending: readonly PendingLine[];
  readonly suggested_count: number;
  /** Categories that may be chosen. */
  readonly categories: readonly ChoosableCategory[];
}

/**
 * Suggests a category for every row that waits for one.
 *
 * Evidence is what the same payee got or gave in the same direction (where there is
 * none: what related payees did), whatever its day: a row that was forgotten is
 * judged by what was usual around its own day. A row that looks like one side of a
 * transfer gets no suggestion, nor does one for which something that may not be
 * chosen, such as income, is likelier than any category.
 *
 * @param plan Live records; the same list of rows is grouped by payee only once.
 * @param options `minConfidence` is the least confidence of a suggestion, 0 to 1.
 * @returns All pages' rows.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const plan = { rows: [], accounts: [], groups: [] };
 * assertEquals(suggestCategories(plan, { minConfidence: 0.8 }), {
 *   pending: [],
 *   suggested_count: 0,
 *   categories: [],
 * });
 * ```
 */
export function suggestCategories(
  plan: SuggestionPlan,
  { minConfidence }: { readonly minConfidence: number },
): SuggestionOverview {
  const categories = choosableCategories(plan.groups);
  const counted = countedRows(plan.rows).rows;
  const waiting = waitingRows({ ...plan, rows: counted });
  const transfers = transferPairs(waiting, counted, neutralCategoryIds(plan.groups));
  const guess = categoryGuesser(plan.rows, plan.groups);
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const pending = waiting.map((row): PendingLine => {
    const transfer = transfers.get(row.id) ?? null;
    const guessed = transfer === null ? guess(row) : null;
    return {
      transaction_id: row.id,
      date: row.date,
      amount: row.amount,
      payee: row.payee_name ?? null,
      memo: row.memo ?? null,
      account: accountNames.get(row.account_id) ?? row.account_name,
      suggestion: guessed !== null && guessed.confidence >= minConfidence ? guessed : null,
      transfer_with: transfer,
    };
  });
  const suggested = pending.filter(({ suggestion }) => suggestion !== null);
  return { pending, suggested_count: suggested.length, categories };
}

/** Rows that wait, the newest first. */
function waitingRows({ rows, accounts, groups }: SuggestionPlan): readonly TransactionRecord[] {
  const rule = pendingRule(accounts, namedCategories(groups));
  return rows.filter((row) => isPending(row, rule))
    .sort((a, b) => a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? 1 : -1);
}

/** Categories of either side of what may be a transfer: none, or the one of income. */
function neutralCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const neutral = namedCategories(groups).filter((category) =>
    isInflowCategory(category) || isUncategorizedCategory(category)
  );
  return new Set(neutral.map(({ id }) => id));
}

function namedCategories(groups: readonly GroupWithCategories[]): readonly CategoryRecord[] {
  return groups.flatMap(({ name, categories }) =>
    categories.map((category) => ({ ...category, category_group_name: name }))
  );
}
