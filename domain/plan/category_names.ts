/**
 * Names under which categories are listed: two of one name are told apart by their groups.
 *
 * @module
 */

import { foldName } from "../base/fold_text.ts";
import type { CategoryRecord } from "../base/plan_records.ts";

/**
 * Names categories: `Group/Name` where another one has the same name, which is also a
 * reference that calls take.
 *
 * @param categories All live categories of a plan, hidden ones too.
 * @returns Names by id.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const names = distinctCategoryNames([
 *   { id: "a", name: "Gifts", category_group_name: "Fun" },
 *   { id: "b", name: "Gifts", category_group_name: "Bills" },
 *   { id: "c", name: "Rent", category_group_name: "Bills" },
 * ]);
 * assertEquals([...names.values()], ["Fun/Gifts", "Bills/Gifts", "Rent"]);
 * ```
 */
export function distinctCategoryNames(
  categories: readonly Pick<CategoryRecord, "id" | "name" | "category_group_name">[],
): ReadonlyMap<string, string> {
  const sharing = Map.groupBy(categories, ({ name }) => foldName(name));
  return new Map(categories.map(({ id, name, category_group_name: group = "" }) => {
    const isShared = (sharing.get(foldName(name)) ?? []).length > 1;
    return [id, isShared && group !== "" ? `${group}/${name}` : name];
  }));
}
