/**
 * Chooses the categories of a month that an answer is about.
 *
 * @module
 */

import type { IdIndex } from "./id_index.ts";
import type { MonthCategoryRecord, MonthRecord } from "./plan_records.ts";
import { type Referable, resolveReference } from "./resolve_reference.ts";
import { isInternalCategory } from "./special_categories.ts";

/** Which group of a month an answer is about. */
export interface GroupChoice {
  /** Name, id or unique id prefix. */
  readonly group?: string | undefined;
  /** Every id that the plan has had: a prefix that several share means none. */
  readonly knownIds?: Pick<IdIndex, "sharing"> | undefined;
}

/** A group as the month's own categories name it. */
interface NamedGroup extends Referable {
  readonly name: string;
}

/**
 * Gives the month's categories that a person may see: live, not internal, and of
 * one group when one is asked for. Hidden ones stay out unless money is on them
 * or their group was asked for.
 *
 * @param month The month.
 * @param choice Which group, if one is asked for.
 * @returns The categories in upstream's order.
 * @throws {ToolError} `not_found` or `invalid_input` when the group is not one.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const month = { month: "2024-01-01", income: 0, budgeted: 0, activity: 0, to_be_budgeted: 0 };
 * assertEquals(visibleCategories({ ...month, categories: [] }), []);
 * ```
 */
export function visibleCategories(
  month: MonthRecord,
  { group, knownIds }: GroupChoice = {},
): readonly MonthCategoryRecord[] {
  const own = month.categories.filter((category) =>
    !category.deleted && !isInternalCategory(category)
  );
  if (group === undefined) return own.filter((category) => !category.hidden || hasMoney(category));
  const { id } = resolveReference(group, {
    noun: "category group",
    records: groupsOf(own),
    knownIds,
    hint: "list_category_groups shows them",
  });
  return own.filter((category) => category.category_group_id === id);
}

/**
 * Tells whether a category has any amount in the month.
 *
 * @param category The category.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(hasMoney({ budgeted: 0, activity: 0, balance: 10 }), true);
 * ```
 */
export function hasMoney(
  category: Pick<MonthCategoryRecord, "budgeted" | "activity" | "balance">,
): boolean {
  return category.budgeted !== 0 || category.activity !== 0 || category.balance !== 0;
}

/**
 * Gives what a category's target still asks for in the month.
 *
 * @param category The category.
 * @returns Milliunits above zero, or `null` when it asks for nothing or is snoozed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(underfundedOf({ goal_under_funded: 500 }), 500);
 * assertEquals(underfundedOf({ goal_under_funded: 500, goal_snoozed_at: "2024-01-05" }), null);
 * ```
 */
export function underfundedOf(
  category: Pick<MonthCategoryRecord, "goal_under_funded" | "goal_snoozed_at">,
): number | null {
  const asked = category.goal_under_funded ?? 0;
  const isSnoozed = category.goal_snoozed_at !== null && category.goal_snoozed_at !== undefined;
  return asked > 0 && !isSnoozed ? asked : null;
}

function groupsOf(categories: readonly MonthCategoryRecord[]): readonly NamedGroup[] {
  const groups = new Map<string, NamedGroup>();
  for (const category of categories) {
    const id = category.category_group_id;
    groups.set(id, { id, name: category.category_group_name ?? "" });
  }
  return [...groups.values()];
}
