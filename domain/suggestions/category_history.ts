/**
 * All uses of categories by one payee, field by field: thousands of them are counted without an
 * object for each.
 *
 * @module
 */

import {
  type CategoryUse,
  categoryUses,
  UNAPPROVED_WEIGHT,
  usesNear,
} from "./category_evidence.ts";
import type { AnyPayeeGroup } from "../payees/payee_directory.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";

/** What is read of a payee. */
export type VisitedPayee = Pick<AnyPayeeGroup, "visitSince">;

/** How often a category was used. */
export interface CategoryCount {
  readonly uses: number;
  /** The last of them, in days since 1970-01-01. */
  readonly lastDay: number;
}

/** Uses, the oldest first. */
export class CategoryHistory {
  readonly #uses: UseFields;

  private constructor(uses: UseFields) {
    this.#uses = uses;
  }

  /**
   * Reads the uses of a payee; the same one is read once.
   *
   * @param payee A group of an index, which is made again when one of its transactions changes.
   */
  static of(payee: VisitedPayee): CategoryHistory {
    const known = histories.get(payee);
    if (known !== undefined) return known;
    const history = new CategoryHistory(usesOf(payee));
    histories.set(payee, history);
    return history;
  }

  /** How many uses there are. */
  get count(): number {
    return this.#uses.categories.length;
  }

  /** The uses of some categories only. */
  among(wanted: ReadonlySet<string>): CategoryHistory {
    const { categoryIds, categories } = this.#uses;
    const isWanted = categoryIds.map((id) => wanted.has(id));
    if (!isWanted.includes(false)) return this;
    const kept: UseFields = newFields(categoryIds);
    for (const [at, category] of categories.entries()) {
      if (isWanted[category] === true) add(kept, category, this.#at(at));
    }
    return new CategoryHistory(kept);
  }

  /** The uses nearest in time to a day; see `usesNear`. */
  near(day: number): readonly CategoryUse[] {
    const { from, until } = usesNear(this.#uses.days, day);
    const uses: CategoryUse[] = [];
    for (let at = from; at < until; at++) uses.push(this.#at(at));
    return uses;
  }

  /** Counts the uses of a category; `null` where there is none. */
  countOf(id: string): CategoryCount | null {
    const { categoryIds, categories, days } = this.#uses;
    const wanted = categoryIds.indexOf(id);
    let uses = 0;
    for (const category of categories) if (category === wanted) uses += 1;
    return uses === 0 ? null : { uses, lastDay: days[categories.lastIndexOf(wanted)] as number };
  }

  #at(at: number): CategoryUse {
    const { categoryIds, categories, days, accounts, amounts, weights } = this.#uses;
    return {
      category: categoryIds[categories[at] as number] as string,
      day: days[at] as number,
      account: accounts[at] as string,
      amount: amounts[at] as number,
      weight: weights[at] as number,
    };
  }
}

const histories = new WeakMap<VisitedPayee, CategoryHistory>();

/** One entry per use in each list but the first. */
interface UseFields {
  /** Each category once. */
  readonly categoryIds: string[];
  readonly categories: number[];
  readonly days: number[];
  readonly accounts: string[];
  readonly amounts: number[];
  readonly weights: number[];
}

function newFields(categoryIds: string[]): UseFields {
  return { categoryIds, categories: [], days: [], accounts: [], amounts: [], weights: [] };
}

function add(fields: UseFields, category: number, use: Omit<CategoryUse, "category">): void {
  fields.categories.push(category);
  fields.days.push(use.day);
  fields.accounts.push(use.account);
  fields.amounts.push(use.amount);
  fields.weights.push(use.weight);
}

function usesOf(payee: VisitedPayee): UseFields {
  const fields = newFields([]);
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    let number = numbers.get(id);
    if (number === undefined) {
      number = fields.categoryIds.push(id) - 1;
      numbers.set(id, number);
    }
    return number;
  };
  payee.visitSince(-Infinity, (chunk, place, day) => {
    if (!isPlain(chunk, place)) {
      if (isUncategorizedSplit(chunk, place)) return;
      const uses = categoryUses({ transactions: [chunk.at(place)], days: [day] });
      // The newest come first until all are turned round.
      for (const use of uses.toReversed()) add(fields, numberOf(use.category), use);
      return;
    }
    const { category_id: categories, account_id: accounts, transfer_account_id } = chunk.viewed;
    const category = categories.at(place);
    if (!category || (transfer_account_id.at(place) ?? null) !== null) return;
    const { amounts, states } = chunk.facts;
    const isApproved = ((states[place] as number) & STATES.approved) !== 0;
    fields.categories.push(numberOf(category as string));
    fields.days.push(day);
    fields.accounts.push(accounts.at(place) as string);
    fields.amounts.push(amounts[place] as number);
    fields.weights.push(isApproved ? 1 : UNAPPROVED_WEIGHT);
  });
  const { categories, days, accounts, amounts, weights } = fields;
  for (const list of [categories, days, accounts, amounts, weights]) list.reverse();
  return fields;
}

/** Whether a transaction is no split and all of its facts are in their columns. */
function isPlain(chunk: TransactionChunk<TransactionRecord>, place: number): boolean {
  const { states, odd } = chunk.facts;
  return ((states[place] as number) & STATES.split) === 0 && (odd.size === 0 || !odd.has(place));
}

/** Whether a split has no line with a category: its lines need not be read to tell. */
function isUncategorizedSplit(
  chunk: TransactionChunk<TransactionRecord>,
  place: number,
): boolean {
  const { liveSplit, categorisedLines } = STATES;
  return ((chunk.facts.states[place] as number) & (liveSplit | categorisedLines)) === liveSplit;
}
