/**
 * Guesses which of some words was meant.
 *
 * @module
 */

import { nearestWord } from "./nearest_word.ts";

/** So many letters of a word say which one is meant. */
const ENOUGH = 4;

/**
 * Guesses a word: the only one that begins like what was typed, else the nearest one.
 *
 * @param typed What was typed.
 * @param words What is valid.
 * @returns The word, or `null` when none is likely.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(likelyWord("account", ["amount", "account_ids"]), "account_ids");
 * assertEquals(likelyWord("amuont", ["amount", "account_ids"]), "amount");
 * assertEquals(likelyWord("xyz", ["account_ids"]), null);
 * ```
 */
export function likelyWord(typed: string, words: readonly string[]): string | null {
  const begun = typed.toLowerCase();
  const [only, ...others] = words.filter((word) => word.toLowerCase().startsWith(begun));
  const isEnough = typed.length >= ENOUGH && only !== undefined && others.length === 0;
  return isEnough ? only : nearestWord(typed, words);
}
