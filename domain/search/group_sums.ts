import type { MatchTotals } from "./match_totals.ts";
import { PayeeSpellings } from "../payees/payee_spellings.ts";

/** One group; amounts in milliunits. */
export interface TransactionGroup extends MatchTotals {
  /** Id, normal form of a name, month or colour; `none` and the like where there is none. */
  readonly key: string;
  readonly name: string;
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** Collects groups. */
export class GroupSums {
  readonly #groups = new Map<string, Writable<TransactionGroup>>();
  /** Of groups that go by several names. */
  readonly #spellings = new Map<string, PayeeSpellings>();

  /** Adds a transaction's amounts to a group; `name` is what a new one is called. */
  add(key: string, amounts: readonly number[], name: string): void {
    let group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, group = { key, name, count: 0, sum_in: 0, sum_out: 0 });
    }
    group.count += 1;
    for (const amount of amounts) {
      if (amount > 0) group.sum_in += amount;
      else group.sum_out += amount;
    }
  }

  /** Adds to the group of a merchant, of whose names the best will be its own. */
  addSpelling(key: string, amount: number, name: string): void {
    this.add(key, [amount], name);
    let spellings = this.#spellings.get(key);
    if (spellings === undefined) this.#spellings.set(key, spellings = new PayeeSpellings(key));
    spellings.add(name);
  }

  /** The groups, in the order in which they were opened. */
  get groups(): readonly TransactionGroup[] {
    return [...this.#groups.values()].map((group) => ({
      ...group,
      name: this.#spellings.get(group.key)?.best() ?? group.name,
    }));
  }
}
