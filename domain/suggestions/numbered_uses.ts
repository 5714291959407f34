import { sizeOf } from "./amount_likelihood.ts";
import type { CategoryUse, PartOfUses } from "./category_evidence.ts";
import { changeProbabilities } from "./habit_change.ts";

/** Texts, numbered as they come. */
export class NumberedTexts {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** How many there are. */
  get count(): number {
    return this.#texts.length;
  }

  /** Gives the number of a text, a new one if need be. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /** Gives the number of a text that has one; -1 for any other. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** The text of a number. */
  text(number: number): string {
    return this.#texts[number] as string;
  }
}

/** Ids that numbers of uses stand for; histories of one plan share them. */
export interface UseIds {
  readonly categories: NumberedTexts;
  readonly accounts: NumberedTexts;
}

/** One entry per use in each list. */
interface UseLists {
  /** Numbers of categories. */
  readonly categories: Int32Array;
  /** Numbers of accounts. */
  readonly accounts: Int32Array;
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  /** Milliunits. */
  readonly amounts: Float64Array;
  readonly weights: Float64Array;
}

/** The probability of a change of habit just before each of some uses. */
interface KnownChanges extends PartOfUses {
  readonly probabilities: Float64Array;
}

/** Uses, the oldest first. */
export class NumberedUses {
  readonly ids: UseIds;
  readonly categories: Int32Array;
  readonly accounts: Int32Array;
  readonly days: Int32Array;
  readonly weights: Float64Array;
  readonly #amounts: Float64Array;
  #sizes: Float64Array | null = null;
  #changes: KnownChanges | null = null;

  /** Takes lists over. */
  constructor(ids: UseIds, lists: UseLists) {
    this.ids = ids;
    this.categories = lists.categories;
    this.accounts = lists.accounts;
    this.days = lists.days;
    this.weights = lists.weights;
    this.#amounts = lists.amounts;
  }

  /** Numbers uses. */
  static of(uses: readonly CategoryUse[]): NumberedUses {
    const collected = new CollectedUses(uses.length);
    const ids = { categories: new NumberedTexts(), accounts: new NumberedTexts() };
    for (const { category, day, account, amount, weight } of uses.toReversed()) {
      const place = collected.next();
      collected.categories[place] = ids.categories.numberOf(category);
      collected.accounts[place] = ids.accounts.numberOf(account);
      collected.days[place] = day;
      collected.amounts[place] = amount;
      collected.weights[place] = weight;
    }
    return new NumberedUses(ids, collected.collected());
  }

  /** How many there are. */
  get count(): number {
    return this.days.length;
  }

  /** A use as an object. */
  at(place: number): CategoryUse {
    return {
      category: this.ids.categories.text(this.categories[place] as number),
      day: this.days[place] as number,
      account: this.ids.accounts.text(this.accounts[place] as number),
      amount: this.#amounts[place] as number,
      weight: this.weights[place] as number,
    };
  }

  /** The size of a use's amount; see `sizeOf`. */
  sizeAt(place: number): number {
    const sizes = this.#sizes ??= new Float64Array(this.count).fill(NaN);
    let size = sizes[place] as number;
    if (Number.isNaN(size)) {
      size = sizeOf(this.#amounts[place] as number);
      sizes[place] = size;
    }
    return size;
  }

  /** How likely the habit changed just before each use of a part. */
  changesIn({ from, until }: PartOfUses): Float64Array {
    const known = this.#changes;
    if (known?.from === from && known.until === until) return known.probabilities;
    const probabilities = changeProbabilities(this.categories.subarray(from, until));
    this.#changes = { from, until, probabilities };
    return probabilities;
  }
}

/** Lists that are filled from the newest use back. */
export class CollectedUses implements UseLists {
  categories: Int32Array;
  accounts: Int32Array;
  days: Int32Array;
  amounts: Float64Array;
  weights: Float64Array;
  #first: number;

  /** Makes room for so many, which may turn out to be too few. */
  constructor(expected: number) {
    this.categories = new Int32Array(expected);
    this.accounts = new Int32Array(expected);
    this.days = new Int32Array(expected);
    this.amounts = new Float64Array(expected);
    this.weights = new Float64Array(expected);
    this.#first = expected;
  }

  /** Gives the place of another use, which is older than those before. */
  next(): number {
    if (this.#first === 0) this.#grow();
    return this.#first -= 1;
  }

  /** The lists as they have come to be, the oldest use first. */
  collected(): UseLists {
    const first = this.#first;
    if (first === 0) return this;
    return {
      categories: this.categories.slice(first),
      accounts: this.accounts.slice(first),
      days: this.days.slice(first),
      amounts: this.amounts.slice(first),
      weights: this.weights.slice(first),
    };
  }

  #grow(): void {
    const more = Math.max(8, this.days.length);
    const longer = <List extends Int32Array | Float64Array>(list: List, empty: List): List => {
      empty.set(list, more);
      return empty;
    };
    const count = this.days.length + more;
    this.categories = longer(this.categories, new Int32Array(count));
    this.accounts = longer(this.accounts, new Int32Array(count));
    this.days = longer(this.days, new Int32Array(count));
    this.amounts = longer(this.amounts, new Float64Array(count));
    this.weights = longer(this.weights, new Float64Array(count));
    this.#first = more;
  }
}
