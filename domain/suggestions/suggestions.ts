import { dayAt, dayNumber } from "../base/day.ts";
import { memoized } from "../base/memoized.ts";
import type {
  CategoryRecord,
  GroupWithCategories,
  TransactionRecord,
} from "../base/plan_records.ts";
import {
  isCardPaymentCategory,
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
  pendingRule,
} from "../base/special_categories.ts";
import { type PayeeGroup, payeeIndexOf } from "../payees/payee_index.ts";
import { distinctCategoryNames, groupedCategories } from "../plan/category_label.ts";
import { findMatches } from "../search/transaction_search.ts";
import type { LivePlan, Transactions } from "../transactions/transaction_chunks.ts";
import { type CategoryUse, categoryUses, likeliestCategory, usesNear } from "./category_odds.ts";
import { PayeeDirectory, type PayeeRelation } from "./related_payees.ts";
import { transferPairs } from "./transfer_pairs.ts";

export interface SuggestionPlan extends Pick<LivePlan, "accounts" | "transactions"> {
  /** Groups with their live categories, including YNAB's internal group. */
  readonly groups: readonly GroupWithCategories[];
}

export interface Suggestion {
  readonly category_id: string;
  readonly category: string;
  /** Probability that the suggestion is right, 0 to 0.99. */
  readonly confidence: number;
  readonly uses: number;
  readonly last_used: string;
  /** The evidence, and how often it supports the suggestion: `this payee, 9 of 10 times`. */
  readonly because: string;
}

export interface PendingLine {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly account: string;
  readonly suggestion: Suggestion | null;
  readonly transfer_with: string | null;
}

interface SuggestionOverview {
  readonly pending: readonly PendingLine[];
  readonly suggested_count: number;
  readonly categories: readonly ChoosableCategory[];
}

/**
 * Suggests a category for every uncategorized transaction, except likely transfers and those whose
 * most likely category can't be chosen, such as income. Bases the suggestion on the categories of
 * the payee's other transactions in the same direction (inflow or outflow). If these transactions
 * have no category, uses the categories of a related payee. Transactions closer in time to the
 * uncategorized one carry more weight.
 */
export function suggestCategories(
  plan: SuggestionPlan,
  { minConfidence }: { readonly minConfidence: number },
): SuggestionOverview {
  const waiting = uncategorizedTransactions(plan);
  const transfers = transferPairs(waiting, plan.transactions, plan.groups);
  const suggest = categorySuggester(plan.transactions, plan.groups);
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const pending = waiting.map((transaction): PendingLine => {
    const transfer = transfers.get(transaction.id) ?? null;
    const suggestion = transfer === null ? suggest(transaction) : null;
    return {
      transaction_id: transaction.id,
      date: transaction.date,
      amount: transaction.amount,
      payee: transaction.payee_name ?? null,
      memo: transaction.memo ?? null,
      account: accountNames.get(transaction.account_id) ?? transaction.account_name,
      suggestion: (suggestion?.confidence ?? -1) >= minConfidence ? suggestion : null,
      transfer_with: transfer,
    };
  });
  return {
    pending,
    suggested_count: pending.filter(({ suggestion }) => suggestion !== null).length,
    categories: choosableCategories(plan.groups),
  };
}

function uncategorizedTransactions(
  { transactions, accounts, groups }: SuggestionPlan,
): readonly TransactionRecord[] {
  const rule = pendingRule(accounts, groupedCategories(groups));
  return findMatches(transactions, { query: { uncategorized: true }, rule })
    .map(({ chunk, place }) => chunk.at(place));
}

const RELATIONS: Readonly<Record<PayeeRelation, string>> = {
  same: "this payee",
  label: "same bank description",
  refund: "paid to this payee",
  alike: "similar payee",
};

export function categorySuggester(
  live: Transactions,
  groups: readonly GroupWithCategories[],
): (transaction: TransactionRecord) => Suggestion | null {
  const names = distinctCategoryNames(groupedCategories(groups));
  const choosable = new Set(choosableCategories(groups).map(({ category_id: id }) => id));
  const directory = directoryOf(live);
  const evidenceOf = evidenceFinder(directory, teachingCategoryIds(groups));
  return (transaction) => {
    const payee = directory.groupOf(transaction);
    const evidence = payee === undefined ? null : evidenceOf(payee);
    if (evidence === null) return null;
    const { uses, byCategory, relation, trust } = evidence;
    const day = dayNumber(transaction.date);
    const { category: id = "", probability = 0 } = likeliestCategory(usesNear(uses, day), {
      day,
      account: transaction.account_id,
      amount: transaction.amount,
    }) ?? {};
    const category = choosable.has(id) ? names.get(id) : undefined;
    const own = byCategory.get(id) ?? [];
    if (category === undefined) return null;
    // Round down to hundredths so as not to overstate the confidence.
    const hundredths = Math.round(100 * calibratedConfidence(probability, own.length));
    return {
      category_id: id,
      category,
      confidence: Math.floor(trust * hundredths) / 100,
      uses: own.length,
      last_used: dayAt(own.at(-1)?.day ?? day),
      because: `${RELATIONS[relation]}, ${timesIn(own.length, uses.length)}`,
    };
  };
}

function timesIn(uses: number, all: number): string {
  if (uses < all) return `${uses} of ${all} times`;
  return uses === 1 ? "once" : `${uses} times`;
}

interface Evidence {
  readonly uses: readonly CategoryUse[];
  readonly byCategory: ReadonlyMap<string, readonly CategoryUse[]>;
  readonly relation: PayeeRelation;
  readonly trust: number;
}

function evidenceFinder(
  directory: PayeeDirectory,
  teaching: ReadonlySet<string>,
): (payee: PayeeGroup) => Evidence | null {
  return memoized((payee: PayeeGroup): Evidence | null => {
    for (const { group, ...related } of directory.relatedTo(payee)) {
      const uses = categoryUses(group, teaching);
      const byCategory = Map.groupBy(uses, ({ category }) => category);
      if (uses.length > 0) return { uses, byCategory, ...related };
    }
    return null;
  });
}

const directoryOf = memoized((live: Transactions) => new PayeeDirectory(payeeIndexOf(live)));

/**
 * Calibration of probabilities, fitted by maximum likelihood to leave-one-out predictions on 24
 * generated histories and two invented households.
 */
const CALIBRATION = { intercept: 0.21, slope: 0.835 };

/**
 * In generated histories, the share of payees whose first two transactions had the same category.
 */
const MAX_AFTER_ONE_USE = 0.85;

/**
 * Limits to which the model's probabilities are clamped; more extreme values carry no information.
 */
const MIN = 0.01;
const MAX = 0.998;

/** Calibrates the model's probability by adjusting its log odds, and rounds down to hundredths. */
function calibratedConfidence(probability: number, uses: number): number {
  const bounded = Math.min(MAX, Math.max(MIN, probability));
  const logit = CALIBRATION.intercept + CALIBRATION.slope * Math.log(bounded / (1 - bounded));
  const confidence = Math.floor(100 / (1 + Math.exp(-logit))) / 100;
  return uses > 1 ? confidence : Math.min(MAX_AFTER_ONE_USE, confidence);
}

interface ChoosableCategory {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
}

function choosableCategories(groups: readonly GroupWithCategories[]): readonly ChoosableCategory[] {
  return groups.filter(isVisible).flatMap((group) =>
    groupedCategories([group])
      .filter((one) => isVisible(one) && !isInternalCategory(one) && !isCardPaymentCategory(one))
      .map(({ id, name }) => ({ category_id: id, name, group: group.name }))
  );
}

/**
 * Categories whose past uses count as evidence: those that can be suggested, plus the income and
 * card payment categories, which are never suggested but whose past uses make other categories less
 * likely. Hidden and deleted categories don't count, except the income category.
 */
function teachingCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const teaching = groups.flatMap((group) =>
    groupedCategories([group]).filter((category) =>
      // YNAB may hide its income category even if it is in use.
      isInflowCategory(category) ||
      isVisible(group) && isVisible(category) && !isUncategorizedCategory(category)
    )
  );
  return new Set(teaching.map(({ id }) => id));
}

function isVisible(one: Pick<CategoryRecord, "hidden" | "deleted">): boolean {
  return !one.hidden && !one.deleted;
}
