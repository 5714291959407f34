import type { CallOptions, ListArgs, UpstreamClient } from "../../client/upstream_client.ts";
import type { Account } from "../../client/wire/account.ts";
import type {
  Category,
  CategoryGroup,
  CategoryGroupWithCategories,
} from "../../client/wire/category.ts";
import type { MonthDetail, MonthSummary } from "../../client/wire/plan.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import { packJson, unpackJson } from "../store/sealer.ts";
import type { CollectionName, MonthOf, StoredCollection, StoredPart } from "../store/store.ts";
import { PREFIX_LENGTH } from "../../domain/transactions/chunk_facts.ts";
import type { Transactions } from "../../domain/transactions/transaction_chunks.ts";
import type { Steps } from "../../domain/base/all_steps.ts";
import type { IdSource } from "../../domain/references/resolve_reference.ts";
import {
  type NamedRecord,
  type RecordNames,
  withNames,
} from "../../domain/transactions/record_names.ts";

/**
 * A date earlier than any transaction's. Every request for transactions needs a start date, because
 * YNAB otherwise omits transactions older than a year, even from deltas.
 */
const SINCE_EVER = "1990-01-01";

export interface CollectionRead<Record> {
  readonly rows: readonly TableRow<Record>[];
  readonly knowledge: number;
}

export interface Collection<Record> {
  readonly name: CollectionName;
  /** Whether figures change at midnight UTC even though the server knowledge stays the same. */
  readonly isDayBound?: true;
  /** Whether to reload the collection weekly to get changes that never appear in a delta. */
  readonly isReloadedWeekly?: true;
  readonly read: (
    client: UpstreamClient,
    args: ListArgs,
    options: CallOptions,
  ) => Promise<CollectionRead<Record>>;
}

/** A category, or a group without its categories. */
export type CategoryEntry =
  | { readonly group: CategoryGroup; readonly category?: never }
  | { readonly category: Category; readonly group?: never };

export const transactionCollection: Collection<Transaction> = {
  name: "transactions",
  isReloadedWeekly: true,
  read: async (client, args, options) => {
    const answer = await client.getTransactions({ ...args, sinceDate: SINCE_EVER }, options);
    return { rows: byId(answer.transactions), knowledge: answer.server_knowledge };
  },
};

export const accountCollection: Collection<Account> = {
  name: "accounts",
  read: async (client, args, options) => {
    const answer = await client.getAccounts(args, options);
    return { rows: byId(answer.accounts), knowledge: answer.server_knowledge };
  },
};

/** Categories and groups as separate records, because a category can move to another group. */
export const categoryCollection: Collection<CategoryEntry> = {
  name: "categories",
  isDayBound: true,
  read: async (client, args, options) => {
    const answer = await client.getCategories(args, options);
    return { rows: answer.category_groups.flatMap(entriesOf), knowledge: answer.server_knowledge };
  },
};

export const scheduledCollection: Collection<ScheduledTransaction> = {
  name: "scheduled_transactions",
  read: async (client, args, options) => {
    const answer = await client.getScheduledTransactions(args, options);
    return { rows: byId(answer.scheduled_transactions), knowledge: answer.server_knowledge };
  },
};

export const payeeCollection: Collection<Payee> = {
  name: "payees",
  read: async (client, args, options) => {
    const answer = await client.getPayees(args, options);
    return { rows: byId(answer.payees), knowledge: answer.server_knowledge };
  },
};

/** A month's totals, and the server knowledge of the last response that contained the month. */
export interface ListedMonth {
  readonly summary: MonthSummary;
  readonly listedAt: number;
}

export const monthCollection: Collection<ListedMonth> = {
  name: "months",
  isDayBound: true,
  read: async (client, args, options) => {
    const { months, server_knowledge: knowledge } = await client.getPlanMonths(args, options);
    const rows = months.map((summary) => ({
      key: summary.month,
      record: { summary, listedAt: knowledge },
      isDeleted: summary.deleted,
    }));
    return { rows, knowledge };
  },
};

export function byId<Record extends { readonly id: string; readonly deleted: boolean }>(
  records: readonly Record[],
): readonly TableRow<Record>[] {
  return records.map((record) => ({ key: record.id, record, isDeleted: record.deleted }));
}

function entriesOf(nested: CategoryGroupWithCategories): readonly TableRow<CategoryEntry>[] {
  const { categories, ...group } = nested;
  return [
    { key: group.id, record: { group }, isDeleted: group.deleted },
    ...categories.map((category) => ({
      key: category.id,
      record: { category },
      isDeleted: category.deleted,
    })),
  ];
}

export interface RecordSet<Record> {
  /** The records that aren't marked as deleted; every change creates a new list. */
  readonly live: readonly Record[];
  /** Ids of deleted records, which stay reserved. */
  readonly deletedIds: ReadonlySet<string>;
}

export interface TransactionSet extends RecordSet<Transaction> {
  /** Live transactions in chunks, so that a search can skip most transactions. */
  readonly list: Transactions<Transaction>;
}

export interface CategorySet extends RecordSet<Category> {
  /** Live groups with their live categories, in YNAB's order. */
  readonly groups: readonly CategoryGroupWithCategories[];
}

export function categorySet(
  entries: readonly CategoryEntry[],
  deletedIds: ReadonlySet<string>,
): CategorySet {
  const byGroup = new Map<string, Category[]>();
  for (const { category } of entries) {
    if (category === undefined) continue;
    const list = byGroup.get(category.category_group_id) ?? [];
    byGroup.set(category.category_group_id, [...list, category]);
  }
  const groups = entries.flatMap(({ group }) => {
    if (group === undefined) return [];
    const inGroup = byGroup.get(group.id) ?? [];
    // A delta with a renamed group may omit the group's categories, so replace the group name in
    // each of them.
    const categories = inGroup.map((one) => ({ ...one, category_group_name: group.name }));
    return [{ ...group, categories }];
  });
  return { groups, live: groups.flatMap(({ categories }) => categories), deletedIds };
}

/** Reads records without the cache. `getTransactions` also accepts server knowledge. */
export interface DirectReads {
  getCategories(of: ListArgs): Promise<CategorySet>;
  getPlanMonth(of: MonthOf): Promise<MonthDetail>;
  getScheduledTransactions(of: ListArgs): Promise<RecordSet<ScheduledTransaction>>;
  getPayees(of: ListArgs): Promise<RecordSet<Payee>>;
  getTransactions(of: ListArgs): Promise<TransactionSet>;
}

export function directReads(client: UpstreamClient, options: CallOptions): DirectReads {
  const whole = <Record>(
    collection: Collection<Record>,
  ): (of: ListArgs) => Promise<RecordSet<Record>> =>
  async (of) => {
    const { rows } = await collection.read(client, of, options);
    const live = rows.filter(({ isDeleted }) => !isDeleted).map(({ record }) => record);
    return { live, deletedIds: new Set(rows.filter((row) => row.isDeleted).map(({ key }) => key)) };
  };
  return {
    getCategories: async (of) => {
      const { live, deletedIds } = await whole(categoryCollection)(of);
      return categorySet(live, deletedIds);
    },
    getPlanMonth: async (of) => (await client.getPlanMonth(of, options)).month,
    getScheduledTransactions: whole(scheduledCollection),
    getTransactions: async (of) => {
      const set = await whole(transactionCollection)(of);
      return { ...set, list: set.live };
    },
    getPayees: whole(payeeCollection),
  };
}

/** Name of the part that contains all records, for collections that keep records in one part. */
const WHOLE = "all";
/** Name of the part that contains the keys of a collection's deleted records. */
export const DELETED = "deleted";

export interface TableRow<Record> {
  readonly key: string;
  readonly record: Record;
  readonly isDeleted: boolean;
}

/** A collection loaded from the store, or only its changed parts. */
export interface AdoptedParts extends Pick<StoredCollection, "parts" | "isWhole"> {
  /** Keys to reserve. Keys of live records are ignored. */
  readonly deletedKeys: readonly string[];
}

/**
 * Splits a stored collection into two groups: the keys of deleted records, and the parts that
 * contain live records.
 */
export function withoutDeletedKeys(
  stored: readonly StoredPart[],
): Pick<AdoptedParts, "parts" | "deletedKeys"> {
  const deleted = stored.find(({ part }) => part === DELETED);
  const deletedKeys = deleted?.bytes ? unpackJson(deleted.bytes()) as readonly string[] : [];
  return { parts: stored.filter((part) => part !== deleted), deletedKeys };
}

/** Whether merging the rows may have changed the set of deleted records' keys. */
export function areDeletedKeysChanged(
  rows: readonly TableRow<unknown>[],
  sizeBefore: number,
  { size }: ReadonlySet<string>,
): boolean {
  return size !== sizeBefore || rows.some(({ isDeleted }) => isDeleted);
}

/** Packs the keys of deleted records into one part of the stored collection. */
export function deletedPart(keys: ReadonlySet<string>): StoredPart {
  const all = [...keys];
  return { part: DELETED, bytes: () => packJson(all) };
}

export interface CollectionTable<Record> extends IdSource {
  /** The records that aren't marked as deleted; every change creates a new list. */
  readonly live: readonly Record[];
  readonly deletedKeys: ReadonlySet<string>;
  get(key: string): Record | undefined;
  /**
   * Processes the records from a full read incrementally, a batch at a time. Returns a function
   * that puts these records in the table and deletes all others.
   */
  replacing(rows: readonly TableRow<Record>[]): Steps<() => void>;
  /** Merges a delta and returns the names of the collection's changed parts. */
  merge(rows: readonly TableRow<Record>[]): ReadonlySet<string>;
  /** Updates payee and account names, and returns the names of the collection's changed parts. */
  rename(names: RecordNames): ReadonlySet<string>;
  /** Whether any record shows a payee or account name that differs from the given one. */
  isNamedOtherwise(names: RecordNames): boolean;
  /**
   * Replaces parts with another process's parts, and reserves the key of each record that the other
   * process deleted, unless a live record has that key.
   */
  adopt(adopted: AdoptedParts): void;
  keysIn(parts: readonly StoredPart[]): readonly string[];
  /**
   * Returns the parts with the given names. A part that held transactions and no longer has any is
   * returned as removed.
   */
  parts(names: ReadonlySet<string> | "all"): readonly StoredPart[];
}

export class RecordTable<Record> implements CollectionTable<Record> {
  readonly #records = new Map<string, Record>();
  readonly #deletedKeys = new Set<string>();
  #live: readonly Record[] | null = null;
  #byPrefix: ReadonlyMap<string, readonly string[]> | null = null;

  get live(): readonly Record[] {
    return this.#live ??= [...this.#records.values()];
  }

  get deletedKeys(): ReadonlySet<string> {
    return this.#deletedKeys;
  }

  get(key: string): Record | undefined {
    return this.#records.get(key);
  }

  idsSharing(prefix: string): readonly string[] {
    const ids = this.#byPrefix ??= Map.groupBy(
      [...this.#records.keys(), ...this.#deletedKeys],
      (id) => id.slice(0, PREFIX_LENGTH),
    );
    return (ids.get(prefix.slice(0, PREFIX_LENGTH)) ?? []).filter((id) => id.startsWith(prefix));
  }

  // deno-lint-ignore require-yield -- this table is small
  *replacing(rows: readonly TableRow<Record>[]): Steps<() => void> {
    return () => {
      const missing = new Set(this.#records.keys());
      for (const { key } of rows) missing.delete(key);
      this.#records.clear();
      this.merge(rows);
      for (const key of missing) this.#deletedKeys.add(key);
      this.#forget();
    };
  }

  merge(rows: readonly TableRow<Record>[]): ReadonlySet<string> {
    if (rows.length === 0) return new Set();
    const wereDeleted = this.#deletedKeys.size;
    this.#forget();
    for (const row of rows) {
      if (row.isDeleted) {
        this.#records.delete(row.key);
        this.#deletedKeys.add(row.key);
      } else {
        this.#records.set(row.key, row.record);
        this.#deletedKeys.delete(row.key);
      }
    }
    const areKeysChanged = areDeletedKeysChanged(rows, wereDeleted, this.#deletedKeys);
    return new Set(areKeysChanged ? [WHOLE, DELETED] : [WHOLE]);
  }

  rename(names: RecordNames): ReadonlySet<string> {
    return this.merge(this.#renamed(names));
  }

  isNamedOtherwise(names: RecordNames): boolean {
    return this.#renamed(names).length > 0;
  }

  adopt({ parts, isWhole, deletedKeys }: AdoptedParts): void {
    const before = [...this.#records.keys()];
    this.#forget();
    if (isWhole || parts.length > 0) this.#records.clear();
    for (const [key, record] of parts.flatMap(entriesIn<Record>)) this.#records.set(key, record);
    for (const key of [...before, ...deletedKeys]) this.#deletedKeys.add(key);
    for (const key of this.#records.keys()) this.#deletedKeys.delete(key);
  }

  keysIn(parts: readonly StoredPart[]): readonly string[] {
    return parts.flatMap(entriesIn).map(([key]) => key);
  }

  parts(names: ReadonlySet<string> | "all"): readonly StoredPart[] {
    const entries = [...this.#records];
    const whole = { part: WHOLE, bytes: () => packJson(entries) };
    const all = [whole, deletedPart(this.#deletedKeys)];
    return names === "all" ? all : all.filter(({ part }) => names.has(part));
  }

  #forget(): void {
    this.#live = null;
    this.#byPrefix = null;
  }

  #renamed(names: RecordNames): readonly TableRow<Record>[] {
    return [...this.#records].flatMap(([key, known]) => {
      // Records that don't refer to a payee or an account stay the same.
      const record = withNames(known as Record & NamedRecord, names);
      return record === known ? [] : [{ key, record, isDeleted: false }];
    });
  }
}

function entriesIn<Record>({ bytes }: StoredPart): readonly [key: string, record: Record][] {
  return bytes === null ? [] : unpackJson(bytes()) as [string, Record][];
}
