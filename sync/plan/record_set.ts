import type { Category, CategoryGroupWithCategories } from "../../client/wire/category.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { Transactions } from "../../domain/transactions/transaction_chunks.ts";
import type { CategoryEntry } from "./collections.ts";

/** Records of a collection as they stand. */
export interface RecordSet<Record> {
  /** Live records; a new list whenever one of them changes. */
  readonly live: readonly Record[];
  /** Ids of records that were deleted: they stay reserved. */
  readonly deletedIds: ReadonlySet<string>;
}

/** Transactions as they stand. */
export interface TransactionSet extends RecordSet<Transaction> {
  /** The same for questions about all of them, which look at few one by one. */
  readonly list: Transactions<Transaction>;
}

/** Categories, in their groups and as one list. */
export interface CategorySet extends RecordSet<Category> {
  /** Live groups with their live categories, in upstream's order. */
  readonly groups: readonly CategoryGroupWithCategories[];
}

/** Puts categories into their groups. */
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
    // The group's own name is the current one; a delta need not repeat its categories.
    const categories = inGroup.map((one) => ({ ...one, category_group_name: group.name }));
    return [{ ...group, categories }];
  });
  return { groups, live: groups.flatMap(({ categories }) => categories), deletedIds };
}
