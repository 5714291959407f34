import {
  type GroupOfCategories,
  nameWords,
  refuseUpstreamsGroup,
} from "../../domain/plan/category_label.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { isCardPaymentGroup, isInternalGroup } from "../../domain/base/special_categories.ts";
import { findCategory, resolveReference } from "../../domain/references/resolve_reference.ts";
import type { CategoryRecord, GroupRecord } from "../../domain/base/plan_records.ts";

/** A category with its note. */
export interface NotedCategory extends CategoryRecord {
  readonly note?: string | null;
}

/** The categories of a plan, with their groups. */
export interface GroupedCategories {
  readonly live: readonly NotedCategory[];
  readonly groups: readonly GroupOfCategories[];
  readonly deletedIds: ReadonlySet<string>;
}

/** What a proposal about a category is made from. */
export interface CategoryPlan {
  readonly planId: string;
  /** Read just now. */
  readonly categories: GroupedCategories;
  /** Reads them past the local copy, while the change is being written. */
  readonly rereadCategories: () => Promise<Pick<GroupedCategories, "live">>;
}

/**
 * Finds a category that can be changed.
 *
 * @throws {ToolError} `not_found`, or `invalid_input` for an internal one.
 */
export function changeableCategory(
  reference: string,
  { categories }: Pick<CategoryPlan, "categories">,
): NotedCategory {
  return findCategory(reference, {
    categories: categories.live,
    deletedIds: categories.deletedIds,
    insteadOfReadyToAssign: "choose a category",
  });
}

/** What a proposal about a category group is made from. */
export interface GroupPlan {
  readonly planId: string;
  /** Live groups, read just now. */
  readonly groups: readonly GroupRecord[];
  readonly deletedIds: ReadonlySet<string>;
  /** Reads the live groups past the local copy, while the change is being written. */
  readonly rereadGroups: () => Promise<readonly GroupRecord[]>;
}

/**
 * Finds a group that can be renamed.
 *
 * @throws {ToolError} `not_found`, or `invalid_input` for one of upstream's own.
 */
export function changeableGroup(
  reference: string,
  { groups, deletedIds }: Pick<GroupPlan, "groups" | "deletedIds">,
): GroupRecord {
  const group = resolveReference(reference, {
    noun: "category group",
    records: groups,
    deletedIds,
    hint: "list_category_groups shows them",
  });
  if (!isCardPaymentGroup(group) && !isInternalGroup(group)) return group;
  throw new ToolError(
    "invalid_input",
    `"${nameWords(group.name)}" is YNAB's own group, which can't be renamed: choose another`,
  );
}

/**
 * Finds a group that takes categories.
 *
 * @throws {ToolError} `not_found`, or `invalid_input` for one of upstream's own.
 */
export function openGroup(
  reference: string,
  { categories }: Pick<CategoryPlan, "categories">,
): GroupOfCategories {
  const group = resolveReference(reference, {
    noun: "category group",
    records: categories.groups.filter(({ deleted }) => !deleted),
    deletedIds: categories.deletedIds,
    hint: "list_category_groups shows them",
  });
  refuseUpstreamsGroup(group);
  return group;
}

/** Warns that what is put into a group will not be seen. */
export function hiddenGroupWarning({ name, hidden }: GroupRecord): readonly string[] {
  return hidden ? [`the group ${nameWords(name)} is hidden`] : [];
}
