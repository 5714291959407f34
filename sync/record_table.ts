/**
 * The live records of one collection, and the keys of those that are gone.
 *
 * @module
 */

/** A record as a read brought it, under its key. */
export interface TableRow<Record> {
  readonly key: string;
  readonly record: Record;
  readonly isDeleted: boolean;
}

/** What a read changed in a table. */
export interface TableChange<Record> {
  readonly records: readonly { readonly key: string; readonly record: Record }[];
  readonly deletedKeys: readonly string[];
}

/**
 * Merges whole reads and deltas by key. Applying the same read twice changes
 * nothing more.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const table = new RecordTable<number>();
 * table.replaceAll([{ key: "a", record: 1, isDeleted: false }]);
 * table.merge([{ key: "a", record: 1, isDeleted: true }]);
 * assertEquals([table.live, [...table.deletedKeys]], [[], ["a"]]);
 * ```
 */
export class RecordTable<Record> {
  readonly #records = new Map<string, Record>();
  readonly #deletedKeys = new Set<string>();
  #live: readonly Record[] | null = null;

  /** Live records in upstream's order, new ones last; a new list after each change. */
  get live(): readonly Record[] {
    return this.#live ??= [...this.#records.values()];
  }

  /** Keys of records that were deleted. */
  get deletedKeys(): ReadonlySet<string> {
    return this.#deletedKeys;
  }

  /** Gives a live record by its key. */
  get(key: string): Record | undefined {
    return this.#records.get(key);
  }

  /** Takes a whole read: what it does not name any more is gone. */
  replaceAll(rows: readonly TableRow<Record>[]): TableChange<Record> {
    const missing = new Set(this.#records.keys());
    for (const { key } of rows) missing.delete(key);
    this.#records.clear();
    this.#live = null;
    const change = this.merge(rows);
    for (const key of missing) this.#deletedKeys.add(key);
    return { ...change, deletedKeys: [...change.deletedKeys, ...missing] };
  }

  /** Takes a delta: changed and new records, and tombstones. */
  merge(rows: readonly TableRow<Record>[]): TableChange<Record> {
    if (rows.length > 0) this.#live = null;
    const records = rows.filter((row) => !row.isDeleted);
    const deletedKeys = rows.filter((row) => row.isDeleted).map(({ key }) => key);
    for (const { key, record } of records) {
      this.#records.set(key, record);
      this.#deletedKeys.delete(key);
    }
    for (const key of deletedKeys) {
      this.#records.delete(key);
      this.#deletedKeys.add(key);
    }
    return { records, deletedKeys };
  }

  /** Takes back what a store kept. */
  restore(
    records: readonly { readonly key: string; readonly record: Record }[],
    deletedKeys: readonly string[],
  ): void {
    for (const key of deletedKeys) this.#deletedKeys.add(key);
    this.merge(records.map((row) => ({ ...row, isDeleted: false })));
  }
}
