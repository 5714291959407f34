import { cleanText, shortened } from "../base/clean_text.ts";
import { foldName } from "../base/fold_text.ts";
import type { CategoryRecord, GroupRecord, GroupWithCategories } from "../base/plan_records.ts";
import {
  isCardPaymentGroup,
  isInternalGroup,
  isUncategorizedCategory,
} from "../base/special_categories.ts";
import { invalidInput, type ToolError } from "../base/tool_error.ts";

/** Returns a category as `Group/Name`. Tools accept this form even if category names repeat. */
export function categoryLabel(
  { name, category_group_name: group }: Pick<CategoryRecord, "name" | "category_group_name">,
): string {
  const own = nameWords(name);
  return group === undefined || group === "" ? own : `${nameWords(group)}/${own}`;
}

export function nameWords(name: string): string {
  return shortened(cleanText(name), 30);
}

/** Returns a category's name, as `Group/Name` if another category's name looks the same. */
export function nameAmong(
  category: Pick<CategoryRecord, "id" | "name" | "category_group_name">,
  categories: readonly CategoryRecord[],
): string {
  const name = nameWords(category.name);
  const isShared = categories.some((one) =>
    one.id !== category.id && !one.deleted && foldName(nameWords(one.name)) === foldName(name)
  );
  return isShared ? categoryLabel(category) : name;
}

/** Returns category names, as `Group/Name` if categories share a name. Tools accept both forms. */
export function distinctCategoryNames(
  categories: readonly CategoryRecord[],
): ReadonlyMap<string, string> {
  const sharing = Map.groupBy(
    categories.filter(({ deleted }) => !deleted),
    ({ name }) => foldName(name),
  );
  return new Map(categories.map(({ id, name, category_group_name: group = "" }) => {
    const isShared = (sharing.get(foldName(name)) ?? []).length > 1;
    return [id, isShared && group !== "" ? `${group}/${name}` : name];
  }));
}

export function groupedCategories(
  groups: readonly GroupWithCategories[],
): readonly CategoryRecord[] {
  return groups.flatMap(({ name, hidden, categories }) =>
    categories.map((category) => ({
      ...category,
      category_group_name: name,
      hidden: category.hidden || hidden,
    }))
  );
}

export function categoryNames(
  { groups }: { readonly groups: readonly GroupWithCategories[] },
): (id: string | null | undefined) => string | null {
  const records = groupedCategories(groups).filter((one) => !isUncategorizedCategory(one));
  const names = distinctCategoryNames(records);
  return (id) => names.get(id ?? "") ?? null;
}

export function usableName(name: string): string {
  const trimmed = name.trim();
  if (foldName(trimmed) === "" || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(trimmed)) {
    throw invalidInput("name must be one line of visible text: choose another name");
  }
  return trimmed;
}

/** Rejects a category name already used in the group, ignoring letter case and character width. */
export function refuseNameClash(
  name: string,
  { name: groupName, categories }: GroupWithCategories,
  exceptId?: string,
): void {
  const other = sharingName(name, categories, exceptId);
  if (other === null) return;
  const kind = other.hidden ? "a hidden category" : "a category";
  throw nameTaken(`${nameWords(groupName)} already has ${kind} "${nameWords(other.name)}"`);
}

/** Rejects a group name that is already in use, even by one of YNAB's own groups. */
export function refuseGroupNameClash(
  name: string,
  groups: readonly GroupRecord[],
  exceptId?: string,
): void {
  const other = sharingName(name, groups, exceptId);
  if (other === null) return;
  const kind = other.hidden ? "a hidden group" : "a group";
  throw nameTaken(`there is already ${kind} "${nameWords(other.name)}"`);
}

function sharingName<One extends Pick<GroupRecord, "id" | "name" | "deleted">>(
  name: string,
  all: readonly One[],
  exceptId?: string,
): One | null {
  const wanted = foldName(name);
  return all.find((one) => !one.deleted && one.id !== exceptId && foldName(one.name) === wanted) ??
    null;
}

function nameTaken(why: string): ToolError {
  return invalidInput(`${why}: choose another name`);
}

/** Rejects groups that can't contain a user's categories. */
export function refuseUpstreamsGroup(group: GroupRecord): void {
  const isCards = isCardPaymentGroup(group);
  if (!isCards && !isInternalGroup(group)) return;
  const why = isCards ? "holds YNAB's credit card payment categories" : "is YNAB's own group";
  throw invalidInput(
    `"${nameWords(group.name)}" ${why} and can't hold other categories: choose another group`,
  );
}
