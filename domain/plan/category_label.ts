/**
 * What a category is called in a preview, a question or an error.
 *
 * @module
 */

import { cleanText } from "../text/clean_text.ts";
import type { CategoryRecord } from "./plan_records.ts";

/**
 * Names a category by its name and group, as two groups may have one of the same
 * name.
 *
 * @param category The category.
 * @returns One line that fits into a line of an answer.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(categoryLabel({ name: "Gifts", category_group_name: "Fun" }), "Gifts in Fun");
 * ```
 */
export function categoryLabel(
  { name, category_group_name: group }: Pick<CategoryRecord, "name" | "category_group_name">,
): string {
  const own = nameWords(name);
  return group === undefined || group === "" ? own : `${own} in ${nameWords(group)}`;
}

/**
 * Cleans a name for use within a sentence.
 *
 * @param name As upstream has it.
 * @returns At most 30 characters.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nameWords("Home &amp;\nGarden"), "Home & Garden");
 * ```
 */
export function nameWords(name: string): string {
  const text = cleanText(name);
  const characters = [...text];
  return characters.length <= 30 ? text : `${characters.slice(0, 29).join("").trimEnd()}\u2026`;
}
