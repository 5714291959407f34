import type { Steps } from "../../domain/base/all_steps.ts";
import {
  type NamedRecord,
  type PayeeNames,
  withPayeeNames,
} from "../../domain/transactions/payee_names.ts";
import type { StoredCollection, StoredPart } from "../store/store.ts";

/** Name of the part in collections that are stored as a single part. */
const WHOLE = "all";

export interface TableRow<Record> {
  readonly key: string;
  readonly record: Record;
  readonly isDeleted: boolean;
}

/** A collection loaded from the store, or only its changed parts. */
export type AdoptedParts = Pick<StoredCollection, "parts" | "isWhole" | "deletedKeys">;

/** Live records of one collection. */
export interface CollectionTable<Record> {
  /** Live records; every change creates a new list. */
  readonly live: readonly Record[];
  readonly deletedKeys: ReadonlySet<string>;
  get(key: string): Record | undefined;
  /**
   * Prepares a full read in steps and returns a function that applies it. Records missing from the
   * read are deleted.
   */
  replacing(rows: readonly TableRow<Record>[]): Steps<() => void>;
  /** Merges a delta and returns the names of changed parts. */
  merge(rows: readonly TableRow<Record>[]): ReadonlySet<string>;
  /** Applies current payee names and returns the names of changed parts. */
  rename(names: PayeeNames): ReadonlySet<string>;
  /** Whether any record shows a different name for one of these payees. */
  isNamedOtherwise(names: PayeeNames): boolean;
  /** Replaces parts and reserves keys. Keys of live records are always reserved. */
  adopt(adopted: AdoptedParts): void;
  keysIn(parts: readonly StoredPart[]): readonly string[];
  /** Returns parts by name. A part without records has been removed. */
  parts(names: ReadonlySet<string> | "all"): readonly StoredPart[];
}

/** Merges full reads and deltas by key. */
export class RecordTable<Record> implements CollectionTable<Record> {
  readonly #records = new Map<string, Record>();
  readonly #deletedKeys = new Set<string>();
  #live: readonly Record[] | null = null;

  get live(): readonly Record[] {
    return this.#live ??= [...this.#records.values()];
  }

  get deletedKeys(): ReadonlySet<string> {
    return this.#deletedKeys;
  }

  get(key: string): Record | undefined {
    return this.#records.get(key);
  }

  // deno-lint-ignore require-yield -- a table of this kind is small
  *replacing(rows: readonly TableRow<Record>[]): Steps<() => void> {
    return () => {
      const missing = new Set(this.#records.keys());
      for (const { key } of rows) missing.delete(key);
      this.#records.clear();
      this.#live = null;
      this.merge(rows);
      for (const key of missing) this.#deletedKeys.add(key);
    };
  }

  merge(rows: readonly TableRow<Record>[]): ReadonlySet<string> {
    if (rows.length === 0) return new Set();
    this.#live = null;
    for (const row of rows) {
      if (row.isDeleted) {
        this.#records.delete(row.key);
        this.#deletedKeys.add(row.key);
      } else {
        this.#records.set(row.key, row.record);
        this.#deletedKeys.delete(row.key);
      }
    }
    return new Set([WHOLE]);
  }

  rename(names: PayeeNames): ReadonlySet<string> {
    return this.merge(this.#renamed(names));
  }

  isNamedOtherwise(names: PayeeNames): boolean {
    return this.#renamed(names).length > 0;
  }

  adopt({ parts, isWhole, deletedKeys }: AdoptedParts): void {
    this.#live = null;
    if (isWhole || parts.length > 0) this.#records.clear();
    for (const { keys, records } of parts) {
      for (const [at, key] of keys.entries()) this.#records.set(key, records[at] as Record);
    }
    for (const key of deletedKeys ?? []) this.#deletedKeys.add(key);
    for (const key of this.#records.keys()) this.#deletedKeys.delete(key);
  }

  keysIn(parts: readonly StoredPart[]): readonly string[] {
    return parts.flatMap(({ keys }) => keys);
  }

  parts(names: ReadonlySet<string> | "all"): readonly StoredPart[] {
    const whole = { part: WHOLE, keys: [...this.#records.keys()], records: this.live };
    if (names === "all") return [whole];
    return [...names].map((part) => part === WHOLE ? whole : { part, keys: [], records: [] });
  }

  #renamed(names: PayeeNames): readonly TableRow<Record>[] {
    return [...this.#records].flatMap(([key, known]) => {
      // If records of this kind have no payees, they stay the same.
      const record = withPayeeNames(known as Record & NamedRecord, names);
      return record === known ? [] : [{ key, record, isDeleted: false }];
    });
  }
}
