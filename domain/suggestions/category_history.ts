import { categoryUses, UNAPPROVED_WEIGHT, usesNear } from "./category_evidence.ts";
import { likeliestAmong, type LikeliestCategory, type UseInQuestion } from "./category_odds.ts";
import type { AnyPayeeGroup } from "../payees/payee_directory.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { memoised } from "../base/memoised.ts";
import { CollectedUses, NumberedTexts, NumberedUses, type UseIds } from "./numbered_uses.ts";
import { STATES } from "../transactions/chunk_facts.ts";
import type { Column } from "../transactions/column.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";

/** What is read of a payee. */
export type VisitedPayee = Pick<AnyPayeeGroup, "visitSince" | "count">;

/** How often a category was used. */
export interface CategoryCount {
  readonly uses: number;
  /** The last of them, in days since 1970-01-01. */
  readonly lastDay: number;
}

/** Uses, the oldest first. */
export class CategoryHistory {
  /** All of them. */
  readonly uses: NumberedUses;
  #counts: ReadonlyMap<number, number> | null = null;

  /** Makes the history of some uses. */
  constructor(uses: NumberedUses) {
    this.uses = uses;
  }

  /** How many uses there are. */
  get count(): number {
    return this.uses.count;
  }

  /** Finds the likeliest category, by the uses nearest in time; see `usesNear`. */
  likeliestFor(asked: UseInQuestion): LikeliestCategory | null {
    return likeliestAmong(this.uses, usesNear(this.uses.days, asked.day), asked);
  }

  /** Counts the uses of a category; `null` where there is none. */
  countOf(id: string): CategoryCount | null {
    const { categories, days, ids } = this.uses;
    const category = ids.categories.find(id);
    const uses = (this.#counts ??= countsIn(categories)).get(category);
    return uses === undefined
      ? null
      : { uses, lastDay: days[categories.lastIndexOf(category)] as number };
  }
}

/** Uses of each category, by its number. */
function countsIn(categories: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
}

/** No category: none is named, or it is none of those that count. */
const NO_CATEGORY = -1;

/** A chunk as uses are read of it: its own numbers, and what they stand for here. */
interface ReadChunk {
  readonly categories: Column["places"];
  readonly categoryNumbers: Int32Array;
  readonly accounts: Column["places"];
  readonly accountNumbers: Int32Array;
  readonly others: Column["places"];
  readonly isTransfer: Uint8Array;
}

/** Reads the histories of payees of a plan. */
export class HistoryReader {
  /** Categories whose uses count. */
  readonly wanted: ReadonlySet<string>;
  readonly #ids: UseIds = { categories: new NumberedTexts(), accounts: new NumberedTexts() };
  readonly #chunkRead = memoised((chunk: TransactionChunk) => this.#readChunk(chunk));
  readonly #historyRead = memoised((payee: VisitedPayee) =>
    new CategoryHistory(new NumberedUses(this.#ids, this.#usesOf(payee).collected()))
  );

  /** Makes a reader that leaves out the uses of any other category. */
  constructor(wanted: ReadonlySet<string>) {
    this.wanted = wanted;
  }

  /** Reads the uses of a payee; the same one is read once. */
  historyOf(payee: VisitedPayee): CategoryHistory {
    return this.#historyRead(payee);
  }

  #usesOf(payee: VisitedPayee): CollectedUses {
    const uses = new CollectedUses(payee.count);
    let last: TransactionChunk | null = null;
    let read = NOTHING;
    payee.visitSince(-Infinity, (chunk, place, day) => {
      if (chunk !== last) [last, read] = [chunk, this.#chunkRead(chunk)];
      if (!isPlain(chunk, place)) {
        if (!isUncategorizedSplit(chunk, place)) this.#addSplit(uses, chunk.at(place), day);
        return;
      }
      const category = read.categoryNumbers[read.categories[place] as number] as number;
      if (category === NO_CATEGORY || read.isTransfer[read.others[place] as number] === 1) return;
      const { amounts, states } = chunk.facts;
      const at = uses.next();
      uses.categories[at] = category;
      uses.accounts[at] = read.accountNumbers[read.accounts[place] as number] as number;
      uses.days[at] = day;
      uses.amounts[at] = amounts[place] as number;
      const isApproved = ((states[place] as number) & STATES.approved) !== 0;
      uses.weights[at] = isApproved ? 1 : UNAPPROVED_WEIGHT;
    });
    return uses;
  }

  #addSplit(uses: CollectedUses, transaction: TransactionRecord, day: number): void {
    const own = categoryUses({ transactions: [transaction], days: [day] });
    // From the newest back, as all others.
    for (const { category, account, amount, weight } of own.toReversed()) {
      if (!this.wanted.has(category)) continue;
      const at = uses.next();
      uses.categories[at] = this.#ids.categories.numberOf(category);
      uses.accounts[at] = this.#ids.accounts.numberOf(account);
      uses.days[at] = day;
      uses.amounts[at] = amount;
      uses.weights[at] = weight;
    }
  }

  #readChunk(chunk: TransactionChunk): ReadChunk {
    const categories = chunk.column("category_id");
    const accounts = chunk.column("account_id");
    const others = chunk.column("transfer_account_id");
    const { categories: categoryIds, accounts: accountIds } = this.#ids;
    const numberOf = (id: unknown): number =>
      this.wanted.has(id as string) ? categoryIds.numberOf(id as string) : NO_CATEGORY;
    return {
      categories: categories.places,
      categoryNumbers: Int32Array.from(categories.all, numberOf),
      accounts: accounts.places,
      accountNumbers: Int32Array.from(accounts.all, (id) => accountIds.numberOf(id as string)),
      others: others.places,
      isTransfer: Uint8Array.from(others.all, (id) => (id ?? null) === null ? 0 : 1),
    };
  }
}

const NOTHING: ReadChunk = {
  categories: new Uint16Array(),
  categoryNumbers: new Int32Array(),
  accounts: new Uint16Array(),
  accountNumbers: new Int32Array(),
  others: new Uint16Array(),
  isTransfer: new Uint8Array(),
};

/** Whether a transaction is no split and all of its facts are in their columns. */
function isPlain(chunk: TransactionChunk, place: number): boolean {
  const { states, odd } = chunk.facts;
  return ((states[place] as number) & STATES.split) === 0 && (odd.size === 0 || !odd.has(place));
}

/** Whether a split has no line with a category: its lines need not be read to tell. */
function isUncategorizedSplit(chunk: TransactionChunk, place: number): boolean {
  const { liveSplit, categorisedLines } = STATES;
  return ((chunk.facts.states[place] as number) & (liveSplit | categorisedLines)) === liveSplit;
}
