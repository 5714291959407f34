/**
 * What rows that have come since call accounts and categories: a name that differs from
 * what is known shows that it is to be read again.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import { STATES } from "../../domain/transactions/chunk_facts.ts";
import type { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
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
      noteCategories(categories, lines.length > 0 ? lines : [record]);
    }
  }

  /** Takes note of a list that was read anew, by its columns: each id once in a chunk. */
  noteAll(chunks: readonly TransactionChunk<Transaction>[]): void {
    const { accounts, categories } = this.#names;
    for (const chunk of chunks) {
      notePairs(accounts, chunk, ["account_id", "account_name"], 0);
      notePairs(categories, chunk, ["category_id", "category_name"], STATES.liveSplit);
      for (const lines of chunk.linesByPlace.values()) {
        noteCategories(categories, lines.filter(({ deleted }) => !deleted));
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

interface CategoryName {
  readonly category_id?: string | null;
  readonly category_name?: string | null;
}

function noteCategories(names: Names, named: readonly CategoryName[]): void {
  for (const { category_id: id, category_name: name } of named) {
    if (id !== null && id !== undefined) names.set(id, name);
  }
}

/** Takes note of what a chunk's transactions call something, but for those in a state. */
function notePairs(
  names: Names,
  chunk: TransactionChunk<Transaction>,
  [idField, nameField]: readonly [id: string, name: string],
  leftOut: number,
): void {
  const [ids, called] = [chunk.column(idField), chunk.column(nameField)];
  const isNoted = new Uint8Array(ids.valueCount);
  for (let at = 0; at < chunk.count; at++) {
    const nth = ids.places[at] as number;
    if (isNoted[nth] === 1 || ((chunk.facts.states[at] as number) & leftOut) !== 0) continue;
    isNoted[nth] = 1;
    const id = ids.value(nth);
    if (typeof id === "string") names.set(id, called.at(at) as string | null | undefined);
  }
}
