/**
 * The household's category groups and categories as they are stored.
 *
 * @module
 */

import type { StoredCategory, StoredGroup } from "../_records.ts";
import { type CategoryKey, type GroupFacts, GROUPS } from "./category_table.ts";
import { idFor, type Setting } from "./setting.ts";
import { targetOf } from "./targets.ts";

/**
 * Lists the category groups as they are stored.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const groups = householdGroups(settingOf({ today: "2026-11-20", seed: 1 }));
 * assertEquals(groups.at(-1)?.name, "Hidden Categories");
 * ```
 */
export function householdGroups(setting: Setting): StoredGroup[] {
  return GROUPS.map((group: GroupFacts) => ({
    id: idFor(setting, `group/${group.key}`),
    name: group.name,
    hidden: group.hidden ?? false,
    internal: group.internal ?? false,
    deleted: group.deleted ?? false,
    knowledge: 1,
  }));
}

/**
 * Lists the categories as they are stored, targets included.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const categories = householdCategories(settingOf({ today: "2026-11-20", seed: 1 }));
 * assertEquals(categories.filter((category) => category.name === "Gifts").length, 2);
 * ```
 */
export function householdCategories(setting: Setting): StoredCategory[] {
  return GROUPS.flatMap((group: GroupFacts) =>
    group.categories.map((category) => ({
      id: idFor(setting, `category/${category.key}`),
      category_group_id: idFor(setting, `group/${group.key}`),
      name: category.name,
      hidden: category.hidden ?? false,
      // The payment categories' group is internal, they themselves are not.
      internal: group.key === "internal",
      note: category.note ?? null,
      target: targetOf(setting, category.key as CategoryKey),
      loan_paired: category.loanPaired ?? false,
      deleted: category.deleted ?? false,
      knowledge: 1,
    }))
  );
}
