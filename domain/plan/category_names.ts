import { foldName } from "../base/fold_text.ts";
import type { CategoryRecord } from "../base/plan_records.ts";

/**
 * Names categories: `Group/Name` where another one has the same name, which is also a
 * reference that calls take.
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
