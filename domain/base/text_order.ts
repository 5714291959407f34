/**
 * The order of texts by their characters, as ids and days are sorted; not that of any language.
 *
 * @module
 */

/**
 * Compares two texts.
 *
 * @param one A text.
 * @param other Another.
 * @returns Below zero when `one` comes first, above zero when `other` does.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["2024-02", "2023-12", "2024-01"].toSorted(compareTexts), [
 *   "2023-12",
 *   "2024-01",
 *   "2024-02",
 * ]);
 * ```
 */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
