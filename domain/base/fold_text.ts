import { cleanWhole } from "./clean_text.ts";

// Letters that Unicode doesn't decompose into a base letter and a mark.
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

/** Folds letter case, accents and character width. */
export function foldText(text: string): string {
  const clean = cleanWhole(text);
  if (/^[\x20-\x7e]*$/u.test(clean)) return clean.toLowerCase();
  const folded = clean
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[\u00df\u00e6\u0153\u00f8\u0142\u0111\u00f0\u00fe\u0131]/gu, (c) => LETTERS[c] ?? c);
  // Folding turns a spacing accent into a space, and some characters into invisible ones.
  return cleanWhole(folded) || clean;
}

/**
 * Folds only the letter case and character width of a name, for comparisons that must otherwise be
 * exact.
 */
export function foldName(name: string): string {
  return cleanWhole(name).normalize("NFKC").toLowerCase();
}

// Apostrophes (straight, typographic and modifier), primes, and spacing accents.
const APOSTROPHES =
  /['`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u1fbd\u1fbf\u1fef\u1ffd\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu;
const PUNCTUATION = /[\p{P}\p{Z}\p{Sm}\p{Sc}\p{Sk}\s]+/gu;

/** ASCII spellings of letters that some keyboards and banks don't support. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "\u00e4": "ae",
  "\u00f6": "oe",
  "\u00fc": "ue",
  "\u00f8": "oe",
  "\u00e5": "aa",
  "\u0111": "dj",
};
const SPELLABLE = /[\u00e4\u00f6\u00fc\u00f8\u00e5\u0111]/gu;

export function searchForm(text: string): string {
  const folded = foldText(cleanWhole(text).replace(APOSTROPHES, ""));
  // Remove apostrophes again, because folding turns some characters into apostrophes.
  const words = folded.replace(APOSTROPHES, "").replace(PUNCTUATION, " ").trim();
  // Keep text that consists only of punctuation and would otherwise become empty.
  return words || folded || foldText(text);
}

/** Matches spelled-out umlauts (Mueller), but not words such as fuel or names such as Michael. */
const SPELLED = /(?<!q)([aou])e(?=[b-df-hj-np-tv-xz])(?!(?:[sd]|(?<=[au]e)ls?)(?: |$))/gu;
const SHORTEST_SPELLED = 5;
const SPELLED_OUT = /[aou]e[b-df-hj-np-tv-xz]/u;

export function searchForms(text: string): readonly string[] {
  const form = searchForm(text);
  const forms = new Set([form, withBareLetters(form)]);
  if (!/^[\x20-\x7e]*$/u.test(text)) {
    const letters = cleanWhole(text).normalize("NFC").toLowerCase();
    forms.add(searchForm(letters.replace(SPELLABLE, (letter) => SPELLINGS[letter] ?? letter)));
  }
  return [...forms];
}

function withBareLetters(form: string): string {
  if (!SPELLED_OUT.test(form)) return form;
  return form.split(" ")
    .map((word) => word.length < SHORTEST_SPELLED ? word : word.replace(SPELLED, "$1"))
    .join(" ");
}

export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
