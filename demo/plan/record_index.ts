import type { PlanRecords } from "../_records.ts";
import { INTERNAL_GROUP } from "../_system_names.ts";

/** Indexes records by id. */
export function byId<Item extends { readonly id: string }>(
  items: readonly Item[],
): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Gives the payment categories of the cards. */
export function cardCategoryIdsOf({ accounts }: PlanRecords): Set<string> {
  return new Set(accounts.flatMap(({ payment_category_id: id }) => id === null ? [] : [id]));
}

/** Gives the labels of the flag colours, as the rows show them. */
export function flagNamesOf({ transactions }: PlanRecords): Map<string, string> {
  const names = new Map<string, string>();
  for (const { flag_color, flag_name } of transactions) {
    if (flag_color && flag_name) names.set(flag_color, flag_name);
  }
  return names;
}

/**
 * Finds a category of the internal group by its name.
 *
 * @throws {Error} If the plan has none such: it could not be computed.
 */
export function internalCategoryId(
  { name, groups, categories }: PlanRecords,
  wanted: string,
): string {
  const group = groups.find((candidate) => candidate.name === INTERNAL_GROUP);
  const found = categories.find((category) =>
    category.category_group_id === group?.id && category.name === wanted
  );
  if (found === undefined) {
    throw new Error(`Cannot load plan "${name}": it has no internal category "${wanted}"`);
  }
  return found.id;
}
