import type { ListArgs } from "../../client/calls.ts";
import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { Account } from "../../client/wire/account.ts";
import type {
  Category,
  CategoryGroup,
  CategoryGroupWithCategories,
} from "../../client/wire/category.ts";
import type { MonthSummary } from "../../client/wire/plan_month.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { TableRow } from "./record_table.ts";
import type { CollectionName } from "../store/store.ts";
import type { Transactions } from "../../domain/transactions/transaction_chunks.ts";

/**
 * A day before any transaction. Every request for transactions needs a start date, because YNAB
 * otherwise omits transactions older than a year, even from deltas.
 */
export const SINCE_EVER = "1990-01-01";

export interface CollectionRead<Record> {
  readonly rows: readonly TableRow<Record>[];
  readonly knowledge: number;
}

export interface Collection<Record> {
  readonly name: CollectionName;
  /** Whether figures change at midnight UTC although the server knowledge stays the same. */
  readonly isDayBound: boolean;
  /** Whether to reload the collection weekly, because some changes never appear in a delta. */
  readonly isReloadedWeekly: boolean;
  read(
    client: UpstreamClient,
    args: ListArgs,
    options: CallOptions,
  ): Promise<CollectionRead<Record>>;
}

/** A category, or a group without its categories. */
export type CategoryEntry =
  | { readonly group: CategoryGroup; readonly category?: never }
  | { readonly category: Category; readonly group?: never };

export const transactionCollection: Collection<Transaction> = {
  ...{ name: "transactions", isDayBound: false, isReloadedWeekly: true },
  async read(client, args, options): Promise<CollectionRead<Transaction>> {
    const answer = await client.getTransactions({ ...args, sinceDate: SINCE_EVER }, options);
    return { rows: byId(answer.transactions), knowledge: answer.server_knowledge };
  },
};

export const accountCollection: Collection<Account> = {
  ...{ name: "accounts", isDayBound: false, isReloadedWeekly: false },
  async read(client, args, options): Promise<CollectionRead<Account>> {
    const answer = await client.getAccounts(args, options);
    return { rows: byId(answer.accounts), knowledge: answer.server_knowledge };
  },
};

/** Categories and groups as separate records, because a category can move to another group. */
export const categoryCollection: Collection<CategoryEntry> = {
  ...{ name: "categories", isDayBound: true, isReloadedWeekly: false },
  async read(client, args, options): Promise<CollectionRead<CategoryEntry>> {
    const answer = await client.getCategories(args, options);
    return { rows: answer.category_groups.flatMap(entriesOf), knowledge: answer.server_knowledge };
  },
};

export const scheduledCollection: Collection<ScheduledTransaction> = {
  ...{ name: "scheduled_transactions", isDayBound: false, isReloadedWeekly: false },
  async read(client, args, options): Promise<CollectionRead<ScheduledTransaction>> {
    const answer = await client.getScheduledTransactions(args, options);
    return { rows: byId(answer.scheduled_transactions), knowledge: answer.server_knowledge };
  },
};

/** Payees, including transfer payees. */
export const payeeCollection: Collection<Payee> = {
  ...{ name: "payees", isDayBound: false, isReloadedWeekly: false },
  async read(client, args, options): Promise<CollectionRead<Payee>> {
    const answer = await client.getPayees(args, options);
    return { rows: byId(answer.payees), knowledge: answer.server_knowledge };
  },
};

/** Each month's totals. */
export const monthCollection: Collection<MonthSummary> = {
  ...{ name: "months", isDayBound: true, isReloadedWeekly: false },
  async read(client, args, options): Promise<CollectionRead<MonthSummary>> {
    const { months, server_knowledge: knowledge } = await client.getPlanMonths(args, options);
    const rows = months.map((one) => ({ key: one.month, record: one, isDeleted: one.deleted }));
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

/** The current records of a collection. */
export interface RecordSet<Record> {
  /** Live records; every change creates a new list. */
  readonly live: readonly Record[];
  /** Ids of deleted records, which stay reserved. */
  readonly deletedIds: ReadonlySet<string>;
}

export interface TransactionSet extends RecordSet<Transaction> {
  /** Live transactions in chunks, for searches that look at only a few of them individually. */
  readonly list: Transactions<Transaction>;
}

/** Categories by group and as one list. */
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
    // A renamed group's delta may omit its categories, whose copies of the group name are then
    // stale.
    const categories = inGroup.map((one) => ({ ...one, category_group_name: group.name }));
    return [{ ...group, categories }];
  });
  return { groups, live: groups.flatMap(({ categories }) => categories), deletedIds };
}
