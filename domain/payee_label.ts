/**
 * Brings what banks print on statements back to the merchant.
 *
 * @module
 */

import { foldText } from "./fold_text.ts";
import {
  CITIES,
  DOUBTFUL_REGIONS,
  LEADING_PHRASES,
  PLAIN_REGIONS,
  PROCESSORS,
  TAIL_MARKERS,
  TRAILING_WORDS,
} from "./payee_label_words.ts";

/** What a label without a single visible character becomes. */
const NAMELESS = "nameless";

/** A step; it only ever takes characters away. */
type Step = (text: string) => string;

const MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|ago|ene|abr|dic";
const city = `(?:${CITIES.join("|")})`;
const region = `(?:${[...PLAIN_REGIONS, ...DOUBTFUL_REGIONS].join("|")})`;

/** Steps on the label with its punctuation, in this order. */
const PRINTED_STEPS: readonly Step[] = [
  // Dutch and German texts name the field in which the other side stands.
  (text) => /(?:\bnaam: ?|\/name\/)([^/:]{2,}?)(?: (?:machtiging|omschrijving|iban|bic|kenmerk)\b|\/|$)/u
    .exec(text)?.[1] ?? text,
  dropping(`^(?:${PROCESSORS.join("|")})[ _]?\\*\\s?`),
  (text) => text.replace(/^(cb|carte) (.*?[a-z].*?) \d{1,2}\/\d{1,2}\b.*$/u, "$1 $2"),
  dropping(`[\\s,;(/-]+(?:${TAIL_MARKERS.join("|")}).*$`),
  // A phone number, or a second word that is an address: what follows is a place.
  dropping("\\s\\+?(?:1[-. ])?\\(?\\d{3}\\)?[-. ]\\d{3}[-. ]\\d{4}\\b.*$"),
  dropping("\\s(?:www\\.)?[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.(?:com|net|org|uk|de|fr|nl|es|it|eu|io)(?:/\\S*)?(?: .*)?$"),
  dropping("\\s\\S*//.*$"),
  (text) => text.replace(/^(?:www\.)?([a-z0-9-]{2,})\.(?:com|net|org|co\.uk|de|fr|nl|es|it|eu|io|tv)(?:\/\S*)?(?=$|[\s*,])/u, "$1"),
  // A reference behind a star: it has digits, or hardly a vowel.
  dropping("\\*\\s?(?=[a-z]*\\d)[a-z0-9]{4,}\\b"),
  dropping("\\*(?=[a-z]{5,}\\b)[^aeiouy\\s]*[aeiouy]?[^aeiouy\\s]*(?=\\s|$)"),
  // Dates, times, sums.
  dropping(`\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}[/.-]\\d{1,2}(?:[/.-]\\d{2,4}|\\.)?(?![\\d])`),
  dropping(`\\b\\d{1,2}[ -]?(?:${MONTHS})[a-z]{0,6}\\b(?:[ -]?\\d{2,4}\\b)?`),
  dropping("\\b\\d{1,2}[:h]\\d{2}(?::\\d{2})?\\b(?: ?uhr)?"),
  dropping("\\b(?:eur|usd|gbp|chf) ?\\d+[.,]\\d{2}\\b|\\b\\d+[.,]\\d{2} ?(?:eur|usd|gbp|chf)\\b"),
  // Card masks, account numbers.
  dropping("(?:\\b[x]{2,}|[*.]{2,})[-x*. ]*\\d{2,6}\\b|\\b\\d{4,6}[x*]{2,}\\d*\\b"),
  dropping("\\b[a-z]{2}\\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,3})?\\b(?=[^a-z]|$)(?<=\\d.*)"),
];

/** Steps on words alone. */
const WORD_STEPS: readonly Step[] = [
  dropping(`^(?:${LEADING_PHRASES.join("|")})(?=\\s)`),
  // A store's number with the place behind it.
  dropping(`\\s\\d{2,}(?: \\S+){0,3} ${region}$`),
  dropping(`\\s\\d{2,} ${city}$`),
  dropping(`(?<!\\b(?:of|de|du|di|von|the|des|la)) ${city} ${region}$`),
  dropping(`(?<=\\S \\S+) (?:${PLAIN_REGIONS.join("|")})$`),
  dropping(`(?<=\\b${city}) ${region}$`),
  (text) => text.split(" ").filter(isNamePart).join(" "),
  dropping("(?<=\\S \\S+ \\S+) \\d{1,2}$"),
  dropping(` (?:${TRAILING_WORDS.join("|")})$`),
];

/**
 * Normalises a bank's label, or a payee's name, to the words that name the
 * merchant: card masks, dates, references, account numbers, store numbers, places
 * and the bank's own phrases are left out. Knows the forms of banks in the United
 * States, Canada, the United Kingdom, Ireland, France, Germany, Austria, the
 * Netherlands, Spain and Italy. Rather too little is left out than too much, so
 * that two merchants hardly ever become one.
 *
 * @param label Any text.
 * @returns Folded words with one space between; never empty, and the same again
 * when normalised once more.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(normalisePayee("SQ *BLUE DOOR COFFEE #1234 Portland OR"), "blue door coffee");
 * assertEquals(normalisePayee("PRLV SEPA EDF CLIENTS PARTICULIERS RUM MM123"), "edf clients particuliers");
 * assertEquals(normalisePayee("AMZN Mktp US*2K4LM8QX3"), normalisePayee("Amazon"));
 * ```
 */
export function normalisePayee(label: string): string {
  let text = amazonAsOne(foldText(withoutColumns(label)));
  for (;;) {
    let next = text;
    for (const step of PRINTED_STEPS) next = keepingLetters(next, step);
    next = wordsOf(next);
    for (const step of WORD_STEPS) next = keepingLetters(next, step);
    if (next === text) break;
    text = next;
  }
  return text === "" ? foldText(label) || NAMELESS : text;
}
