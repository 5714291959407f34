import type { MoneyFormat } from "../base/money_format.ts";
import type { CategoryRecord, GroupRecord } from "../base/plan_records.ts";
import { isInternalCategory, isInternalGroup } from "../base/special_categories.ts";
import { targetInWords } from "../targets/target_words.ts";

export interface GroupLine {
  readonly group_id: string;
  readonly name: string;
  readonly categories: readonly {
    readonly category_id: string;
    readonly name: string;
    /** In words. */
    readonly target: string | null;
  }[];
}

export interface GroupWithCategories extends GroupRecord {
  readonly categories: readonly CategoryRecord[];
}

/** Groups to return, and the money format. */
export interface CategoryGroupOptions {
  readonly includeHidden: boolean;
  readonly format: MoneyFormat;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Lists groups, except YNAB's internal one. */
export function categoryGroups(
  groups: readonly GroupWithCategories[],
  { includeHidden, ...words }: CategoryGroupOptions,
): readonly GroupLine[] {
  const isShown = (one: { readonly hidden: boolean }): boolean => includeHidden || !one.hidden;
  return groups.filter((group) => isShown(group) && !isInternalGroup(group)).flatMap((group) => {
    const shown = group.categories.filter((one) => isShown(one) && !isInternalCategory(one));
    // Empty groups can be chosen; groups with only hidden categories can't.
    if (shown.length === 0 && group.categories.length > 0) return [];
    const categories = shown.map((category) => ({
      category_id: category.id,
      name: category.name,
      target: targetInWords(category, words),
    }));
    return [{ group_id: group.id, name: group.name, categories }];
  });
}
