/**
 * Brings text to a form in which a search finds it, however it was typed.
 *
 * @module
 */

import { cleanWhole } from "./clean_text.ts";

// Letters that Unicode does not take apart into a base letter and a mark.
const LETTERS: Readonly<Record<string, string>> = {
  "\u00df": "ss",
  "\u00e6": "ae",
  "\u0153": "oe",
  "\u00f8": "o",
  "\u0142": "l",
  "\u0111": "d",
  "\u00f0": "d",
  "\u00fe": "th",
  "\u0131": "i",
};

/**
 * Folds letter case, accents and width.
 *
 * @param text Any text.
 * @returns Text to search in, or to search for.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(foldText("Cr\u00e8me \uff21\uff22 STRASSE"), "creme ab strasse");
 * ```
 */
export function foldText(text: string): string {
  const clean = cleanWhole(text);
  if (/^[\x20-\x7e]*$/u.test(clean)) return clean.toLowerCase();
  return clean
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[\u00df\u00e6\u0153\u00f8\u0142\u0111\u00f0\u00fe\u0131]/gu, (c) => LETTERS[c] ?? c);
}

/**
 * Folds a name to be compared whole: letter case and width only.
 *
 * @param name Name of an account, category or group.
 * @returns The form to compare.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(foldName(" \uff23afe "), "cafe");
 * ```
 */
export function foldName(name: string): string {
  return cleanWhole(name).normalize("NFKC").toLowerCase();
}
