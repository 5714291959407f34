import type { GroupWithCategories } from "../plan/category_groups.ts";
import { categoryGuesser, type Suggestion } from "./category_guess.ts";
import { choosableCategories, type ChoosableCategory } from "./choosable_categories.ts";
import { payeeIndexOf } from "../payees/payee_index.ts";
import { pendingRule } from "../plan/pending_category.ts";
import type { AccountRecord, CategoryRecord, TransactionRecord } from "../base/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";
import { forEachMatch, transactionIndex } from "../search/transaction_search.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { transferPairs } from "./transfer_pairs.ts";

/** Live records of a plan. */
export interface SuggestionPlan {
  readonly transactions: Transactions<TransactionRecord>;
  readonly accounts: readonly AccountRecord[];
  /** Groups with their live categories, upstream's internal group included. */
  readonly groups: readonly GroupWithCategories[];
}

/** A transaction that waits for a category; its amount in milliunits. */
export interface PendingLine {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly account: string;
  readonly suggestion: Suggestion | null;
  /** Id of the transaction that looks like the other side of the same transfer. */
  readonly transfer_with: string | null;
}

/** All transactions that wait, and what can be done with them. */
export interface SuggestionOverview {
  /** The newest first. */
  readonly pending: readonly PendingLine[];
  readonly suggested_count: number;
  /** Categories that may be chosen. */
  readonly categories: readonly ChoosableCategory[];
}

/**
 * Suggests a category for every transaction that waits for one.
 *
 * Evidence is what the same payee got or gave in the same direction (where there is
 * none: what related payees did), whatever its day: a transaction that was forgotten is
 * judged by what was usual around its own day. A transaction that looks like one side of a
 * transfer gets no suggestion, nor does one for which something that may not be
 * chosen, such as income, is likelier than any category.
 */
export function suggestCategories(
  plan: SuggestionPlan,
  { minConfidence }: { readonly minConfidence: number },
): SuggestionOverview {
  const categories = choosableCategories(plan.groups);
  payeeIndexOf(plan.transactions);
  const waiting = waitingTransactions(plan);
  const neutral = neutralCategoryIds(plan.groups);
  const transfers = transferPairs(waiting, plan.transactions, neutral);
  const guess = categoryGuesser(plan.transactions, plan.groups);
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const lineOf = (transaction: TransactionRecord): PendingLine => {
    const transfer = transfers.get(transaction.id) ?? null;
    const guessed = transfer === null ? guess(transaction) : null;
    return {
      transaction_id: transaction.id,
      date: transaction.date,
      amount: transaction.amount,
      payee: transaction.payee_name ?? null,
      memo: transaction.memo ?? null,
      account: accountNames.get(transaction.account_id) ?? transaction.account_name,
      suggestion: guessed !== null && guessed.confidence >= minConfidence ? guessed : null,
      transfer_with: transfer,
    };
  };
  const pending: PendingLine[] = [];
  for (const transaction of waiting) {
    pending.push(lineOf(transaction));
  }
  const suggested = pending.filter(({ suggestion }) => suggestion !== null);
  return { pending, suggested_count: suggested.length, categories };
}

/** Transactions that wait, the newest first. */
function waitingTransactions(
  { transactions, accounts, groups }: SuggestionPlan,
): readonly TransactionRecord[] {
  const rule = pendingRule(accounts, namedCategories(groups));
  const waiting: TransactionRecord[] = [];
  forEachMatch(
    transactionIndex(transactions),
    { query: { isUncategorized: true }, rule },
    (one) => {
      waiting.push(one);
    },
  );
  return waiting;
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
