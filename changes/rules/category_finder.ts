import type { GroupWithCategories } from "../../domain/plan/category_groups.ts";
import { distinctCategoryNames } from "../../domain/plan/category_label.ts";
import type { CategoryRecord } from "../../domain/base/plan_records.ts";
import { quoted, resolveReference } from "../../domain/references/resolve_reference.ts";
import type { Refusals } from "../../domain/base/tool_error.ts";
import {
  isCardPaymentCategory,
  isInflowCategory,
  isInternalCategory,
  isUncategorizedCategory,
} from "../../domain/base/special_categories.ts";

/** The plan's categories in their groups, and the ids of those that are gone. */
export interface KnownCategories {
  /** Live groups with their live categories, hidden and internal ones included. */
  readonly groups: readonly GroupWithCategories[];
  readonly deletedIds: ReadonlySet<string>;
}

/** What is refused, and where that is noted. */
export interface FinderOptions {
  readonly refusals: Refusals;
  /** Whether the category for income may be chosen. */
  readonly takesInflow: boolean;
}

/**
 * Makes a finder that refuses unknown categories and those that upstream would
 * silently leave out.
 */
export function categoryFinder(
  { groups, deletedIds }: KnownCategories,
  { refusals, takesInflow }: FinderOptions,
): (subject: string, reference: string) => CategoryRecord | null {
  const records = groups.flatMap(named);
  const scope = {
    noun: "category",
    records,
    deletedIds,
    describe: ({ name, category_group_name }: CategoryRecord): string =>
      `${category_group_name ?? ""}/${name}`,
    hint: "list_category_groups shows them",
  };
  return (subject, reference) => {
    const category = refusals.attempt(subject, () => resolveReference(reference, scope));
    if (category === null || takesInflow && isInflowCategory(category)) return category;
    const why = whyNot(category);
    if (why === null) return category;
    refusals.add(subject, `category ${quoted(reference)} ${why}`);
    return null;
  };
}

/**
 * Gives the names that categories are shown under. Two of the same name are told
 * apart by their groups; having no category, or the one that says so, is `null`.
 */
export function categoryNames(
  { groups }: KnownCategories,
): (id: string | null | undefined) => string | null {
  const records = groups.flatMap(named).filter((one) => !isUncategorizedCategory(one));
  const names = distinctCategoryNames(records);
  return (id) => names.get(id ?? "") ?? null;
}

/** A category is as hidden as its group. */
function named(group: GroupWithCategories): readonly CategoryRecord[] {
  return group.categories.map((category) => ({
    ...category,
    category_group_name: group.name,
    hidden: category.hidden || group.hidden,
  }));
}

function whyNot(category: CategoryRecord): string | null {
  if (isCardPaymentCategory(category)) {
    return "is a card payment category, which YNAB fills by itself: choose another";
  }
  if (isInflowCategory(category)) {
    return "is YNAB's own for income, which no line of a split takes here: " +
      "choose another, or set it in YNAB's app";
  }
  if (isInternalCategory(category)) return "is YNAB's own: choose another";
  return category.hidden ? "is hidden: show it again in YNAB's app, or choose another" : null;
}
