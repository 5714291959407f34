import { type CategoryChoice, chosenCategories } from "../references/find_record.ts";
import { resolveReference } from "../references/resolve_reference.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isInternalCategory } from "../base/special_categories.ts";

export interface GroupChoice extends CategoryChoice {
  /** Name, id or unique id prefix of a category group. */
  readonly group?: string | undefined;
  /** Categories in display order, if known. */
  readonly inOrder?: readonly Placed[] | undefined;
}

type Placed = Pick<MonthCategoryRecord, "id" | "category_group_id">;

/**
 * Lists the categories that aren't deleted or internal, optionally only those in one group or with
 * the given names. Hidden categories are included only if they have an amount or were explicitly
 * requested.
 */
export function visibleCategories(
  month: MonthRecord,
  choice: GroupChoice = {},
): readonly MonthCategoryRecord[] {
  const own = month.categories.filter((category) =>
    !category.deleted && !isInternalCategory(category)
  );
  const chosen = chosenCategories(own, choice);
  const groupId = choice.group === undefined ? null : resolveReference(choice.group, {
    noun: "category group",
    records: [
      ...new Map(
        own.map(({ category_group_id: id, category_group_name: name = "" }) => [id, { id, name }]),
      ).values(),
    ],
    knownIds: choice.knownIds,
    hint: "see list_category_groups",
  }).id;
  const isAsked = chosen !== null || groupId !== null;
  return own
    .filter((category) => isAsked || !category.hidden || hasMoney(category))
    .filter(({ id }) => chosen?.has(id) ?? true)
    .filter((category) => groupId === null || category.category_group_id === groupId)
    .sort(inDisplayOrder([...choice.inOrder ?? [], ...own]));
}

export function hasMoney(
  category: Pick<MonthCategoryRecord, "budgeted" | "activity" | "balance">,
): boolean {
  return category.budgeted !== 0 || category.activity !== 0 || category.balance !== 0;
}

/** The id and names under which a report lists a category. */
export function categoryFields(
  { id, name, category_group_name: group = "" }: MonthCategoryRecord,
): { readonly category_id: string; readonly name: string; readonly group: string } {
  return { category_id: id, name, group };
}

/** Sorts categories as YNAB's app does; the API lists a month's categories in a different order. */
function inDisplayOrder(placed: readonly Placed[]): (a: Placed, b: Placed) => number {
  const places = firstPlaces(placed.map(({ id }) => id));
  const groupPlaces = firstPlaces(placed.map(({ category_group_id: id }) => id));
  return (a, b) =>
    groupPlaces(a.category_group_id) - groupPlaces(b.category_group_id) ||
    places(a.id) - places(b.id);
}

function firstPlaces(ids: readonly string[]): (id: string) => number {
  const places = new Map(ids.map((id, at) => [id, at] as const).reverse());
  return (id) => places.get(id) ?? ids.length;
}
