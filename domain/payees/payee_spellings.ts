import { searchForm } from "../base/search_form.ts";

/** Counts the spellings of one merchant. */
export class PayeeSpellings {
  readonly #key: string;
  /** In the order in which they were added. */
  readonly #counts = new Map<string, number>();

  /** Takes the normal form that the spellings share. */
  constructor(key: string) {
    this.#key = key;
  }

  /** Counts a spelling; the newest ones are to come first. */
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Gives the spelling without a bank's additions, then the most frequent, then the newest. */
  best(): string {
    let best = { name: "", rank: -1 };
    const most = Math.max(...this.#counts.values(), 0) + 1;
    for (const [name, count] of this.#counts) {
      const rank = (searchForm(name) === this.#key ? most : 0) + count;
      if (rank > best.rank) best = { name, rank };
    }
    return best.name;
  }
}
