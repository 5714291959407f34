/**
 * What rows that have come since call accounts and categories: a name that differs from
 * what is known shows that it is to be read again.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import type { TableRow } from "../record_table.ts";

/** Names by id. */
type Names = Map<string, string | null | undefined>;

/**
 * Names that were seen.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const seen = new SeenNames();
 * assertEquals(seen.differ("accounts", () => undefined), false);
 * ```
 */
export class SeenNames {
  readonly #names: Readonly<Record<"accounts" | "categories", Names>> = {
    accounts: new Map(),
    categories: new Map(),
  };

  /** Takes note of rows; a split counts by its lines, and one without a category names none. */
  note(rows: readonly TableRow<Transaction>[]): void {
    const { accounts, categories } = this.#names;
    for (const { record, isDeleted } of rows) {
      if (isDeleted) continue;
      accounts.set(record.account_id, record.account_name);
      const lines = record.subtransactions.filter(({ deleted }) => !deleted);
      for (const { category_id: id, category_name: name } of lines.length > 0 ? lines : [record]) {
        if (id !== null && id !== undefined) categories.set(id, name);
      }
    }
  }

  /**
   * Tells whether one of them is called otherwise than it is known.
   *
   * @param nameOf Gives the name that is known; `undefined` for a record that is not.
   */
  differ(
    of: "accounts" | "categories",
    nameOf: (id: string) => string | null | undefined,
  ): boolean {
    return [...this.#names[of]].some(([id, name]) => nameOf(id) !== name);
  }

  /** Forgets them: the records have been read since. */
  forget(of: "accounts" | "categories"): void {
    this.#names[of].clear();
  }
}
