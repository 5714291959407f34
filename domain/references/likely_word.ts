import { nearestWord } from "./nearest_word.ts";

/** So many letters of a word say which one is meant. */
const ENOUGH = 4;

/** Guesses a word: the only one that begins like what was typed, else the nearest one. */
export function likelyWord(typed: string, words: readonly string[]): string | null {
  const begun = typed.toLowerCase();
  const [only, ...others] = words.filter((word) => word.toLowerCase().startsWith(begun));
  const isEnough = typed.length >= ENOUGH && only !== undefined && others.length === 0;
  return isEnough ? only : nearestWord(typed, words);
}
