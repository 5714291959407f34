/**
 * Lists words as English does.
 *
 * @module
 */

/**
 * Joins words with commas, the last with a word.
 *
 * @param words The words; at least one.
 * @param last What stands before the last, such as "and".
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(listed(["fuller", "reduced", "complete"], "or"), "fuller, reduced or complete");
 * assertEquals(listed(["one"], "and"), "one");
 * ```
 */
export function listed(words: readonly string[], last: "and" | "or"): string {
  const before = words.slice(0, -1).join(", ");
  const end = words.at(-1) ?? "";
  return before === "" ? end : `${before} ${last} ${end}`;
}
