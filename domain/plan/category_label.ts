import { cleanText } from "../base/clean_text.ts";
import type { CategoryRecord } from "../base/plan_records.ts";

/**
 * Names a category by its group and name, as two groups may have one of the same name. Calls
 * take this form.
 */
export function categoryLabel(
  { name, category_group_name: group }: Pick<CategoryRecord, "name" | "category_group_name">,
): string {
  const own = nameWords(name);
  return group === undefined || group === "" ? own : `${nameWords(group)}/${own}`;
}

/** Cleans a name for use within a sentence. */
export function nameWords(name: string): string {
  const text = cleanText(name);
  const characters = [...text];
  return characters.length <= 30 ? text : `${characters.slice(0, 29).join("").trimEnd()}\u2026`;
}
