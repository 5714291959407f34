/**
 * Finds the old rows of payees that were renamed: their deltas don't bring them.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import { type NamedRecord, type PayeeNames, payeeNamesOn, withPayeeNames } from "./payee_names.ts";
import type { RecordTable, TableRow } from "../record_table.ts";

/**
 * Gives the records that show other names of their payees than the list of payees does.
 *
 * @param names Names by payee id.
 * @param table The records.
 * @returns Those that differ, under the names of the list.
 */
export function recordsUnder<Record extends NamedRecord>(
  names: PayeeNames,
  { entries }: Pick<RecordTable<Record>, "entries">,
): readonly TableRow<Record>[] {
  if (names.size === 0) return [];
  const differing: TableRow<Record>[] = [];
  for (const [key, known] of entries) {
    const record = withPayeeNames(known, names);
    if (record !== known) differing.push({ key, record, isDeleted: false });
  }
  return differing;
}

/** Remembers the names of a plan's payees from delta to delta. */
export class PayeeRenames {
  /** `null` until a delta has to be compared with them. */
  #names: Map<string, string> | null = null;

  /** Forgets the names: the rows were read anew. */
  forget(): void {
    this.#names = null;
  }

  /**
   * Gives the rows that a delta renames without naming them.
   *
   * @param rows The delta.
   * @param table The rows before it.
   * @returns The old rows of renamed payees, under their new names.
   */
  olderRows(
    rows: readonly TableRow<Transaction>[],
    table: Pick<RecordTable<Transaction>, "live" | "entries">,
  ): readonly TableRow<Transaction>[] {
    // Most deltas name nothing: the names of all rows are not worth looking up for them.
    if (rows.length === 0) return [];
    const live = rows.flatMap(({ record, isDeleted }) => isDeleted ? [] : [record]);
    const renamed = this.#renamed(payeeNamesOn(live), table);
    if (renamed.size === 0) return [];
    const named = new Set(rows.map(({ key }) => key));
    const older: TableRow<Transaction>[] = [];
    for (const [key, row] of table.entries) {
      const record = withPayeeNames(row, renamed);
      if (record !== row && !named.has(key)) older.push({ key, record, isDeleted: false });
    }
    return older;
  }

  #renamed(names: PayeeNames, { live }: Pick<RecordTable<Transaction>, "live">): PayeeNames {
    const known = this.#names ??= new Map(payeeNamesOn(live));
    const renamed = new Map<string, string>();
    for (const [id, name] of names) {
      if (known.has(id) && known.get(id) !== name) renamed.set(id, name);
      known.set(id, name);
    }
    return renamed;
  }
}
