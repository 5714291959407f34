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

/** Folds letter case, accents and width. */
export function foldText(text: string): string {
  const clean = cleanWhole(text);
  if (/^[\x20-\x7e]*$/u.test(clean)) return clean.toLowerCase();
  return clean
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[\u00df\u00e6\u0153\u00f8\u0142\u0111\u00f0\u00fe\u0131]/gu, (c) => LETTERS[c] ?? c);
}

/** Folds a name to be compared whole: letter case and width only. */
export function foldName(name: string): string {
  return cleanWhole(name).normalize("NFKC").toLowerCase();
}
