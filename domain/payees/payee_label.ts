import { cleanWhole, shortened } from "../base/clean_text.ts";
import { foldText } from "../base/fold_text.ts";
import {
  CITIES,
  DOUBTFUL_REGIONS,
  LEADING_PHRASES,
  PLAIN_REGIONS,
  PROCESSORS,
  TAIL_MARKERS,
  TRAILING_WORDS,
} from "./payee_label_words.ts";
import { isReservedPayee, MAX_PAYEE_NAME_LENGTH } from "./system_payees.ts";

const NAMELESS = "nameless";

const MAX_PRINTED = 500;

/** Maximum length of a name to normalize. Some normalization steps take quadratic time. */
const MAX_CHARACTERS = 100;

/**
 * Only shortens text or merges variants of a name, so the loop that repeats all the steps is sure
 * to terminate.
 */
type Step = (text: string) => string;

const month = "(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|zo)?|apr(?:il)?|may|mai|" +
  "june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|okt|nov(?:ember)?|dec(?:ember)?|dez)";
const city = `(?:${CITIES.join("|")})`;
const plainRegion = `(?:${PLAIN_REGIONS.join("|")})`;
const REGIONS: readonly string[] = [...PLAIN_REGIONS, ...DOUBTFUL_REGIONS];
const anyRegion = `(?:${REGIONS.join("|")})`;
const domain = "(?:com|co|net|org|co\\.uk|gov\\.uk|de|fr|nl|es|it|eu|ie|at|ch|io|tv|app)(?:/\\S*)?";

const currency = "(?:eur|usd|gbp|chf)";

const leading = `(?:${LEADING_PHRASES.join("|").replaceAll(" ", "[ -]")})`;
const onlyLeading = new RegExp(`^${leading}(?:[ -]${leading})*$`, "u");

/** Normalization steps, in order, for a label that still has its punctuation. */
const PRINTED_STEPS: readonly Step[] = [
  fieldNamed,
  dropping("^b[eg]a, ?(?:betaalpas|apple pay|google pay)?"),
  dropping("^[a-z -]*\\bauthorized on \\d{1,2}/\\d{1,2}\\b"),
  dropping(`^(?:${PROCESSORS.join("|")})[ _]?\\*\\s?`),
  // French card labels have the date between the merchant and the place.
  dropping("(?<=^(?:cb|carte) .*[a-z]{2}.*) \\d{1,2}/\\d{1,2}\\b.*$"),
  dropping(`[\\s,;(/-]+(?:${TAIL_MARKERS.join("|")}).*$`),
  dropping(`\\s\\d{1,2}[/.]\\d{1,2}(?:[/.]\\d{2,4})?\\s+${city}$`),
  // Dates, times and amounts, except at the start of a label, where text such as 24-7 or 7-11 may
  // be part of the name.
  dropping("(?<=\\S\\s.*|\\S\\s)\\b\\d{4}-\\d{2}-\\d{2}\\b"),
  // The number in "12.50 GBP" isn't a date.
  dropping(
    `(?<=\\S\\s)\\d{1,2}[/.-]\\d{1,2}(?:[/.-]\\d{2,4}|\\.)?(?!\\d| ?${currency}\\b(?! ?\\d))`,
  ),
  dropping(`(?<=\\S\\s)\\d{1,2}[ -]?${month}\\b(?:[ -]?\\d{2,4}\\b)?`),
  dropping("(?<=\\S\\s)\\d{1,2}[:h]\\d{2}(?::\\d{2})?\\b(?: ?uhr)?"),
  dropping(`\\b${currency} ?\\d+[.,]\\d{2}\\b|\\b\\d+[.,]\\d{2} ?${currency}\\b(?! ?\\d)`),
  dropping(`^${leading}(?=\\s|$)`),
  // Text after the name: a phone number, a web address, or a place before or after `//`.
  dropping("\\s\\+?(?:1[-. ])?\\(?\\d{3}\\)?[-. ]\\d{3}[-. ]\\d{4}\\b.*$"),
  dropping(`\\s(?:www\\.)?[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.${domain}(?:\\s.*)?$`),
  dropping("\\s\\S*//[a-z]{2}\\b.*$"),
  dropping("//.*$"),
  unifiedAmazon,
  dropping("^www\\."),
  dropping(`(?<=^[a-z0-9-]{2,})\\.${domain}(?=$|[\\s*,])`),
  // A reference after an asterisk contains a digit, or hardly any vowels.
  dropping("\\*\\s?(?=[a-z]*\\d)[a-z0-9]{4,}\\b"),
  (text) =>
    text.replace(/\*([a-z]{5,})(?=\s|$)/gu, (all, word) => isPronounceable(word) ? all : ""),
  // Account numbers and masked card numbers.
  dropping("(?:\\bx+|[*.]{2,})[-x*. ]*\\d{2,6}\\b|\\b\\d{4,6}[x*]{2,}\\d*"),
  dropping("\\b[a-z]{2}\\d{2}(?=[a-z]*\\d)[a-z0-9]{11,30}\\b"),
  dropping("\\b[a-z]{2}\\d{2} (?:[a-z]{4}|\\d{4})(?: \\d{1,4}){2,7}\\b"),
];

const WORD_STEPS: readonly Step[] = [
  dropping(`^${leading}(?=\\s|$)`),
  dropping("(?: \\d{4,})+$"),
  // A store number followed by a place.
  dropping(`\\s\\d{2,}(?: [a-z]+){0,3} ${anyRegion}$`),
  dropping(`\\s\\d{2,} ${city}$`),
  dropping(`(?<!\\b(?:of|de|du|di|von|the|des|la)) ${city} ${anyRegion}$`),
  dropping(`(?<=\\b${city}) ${anyRegion}$`),
  dropping(`(?<=\\S \\S+) ${plainRegion}$`),
  (text) => /\d|xx/u.test(text) ? text.split(" ").filter(isNamePart).join(" ") : text,
  dropping("(?<=\\S \\S+ \\S+) \\d{1,2}$"),
  // A company suffix, such as "LLC", may be followed by a place or a payment reference.
  dropping("(?<=\\S) (?:llc|inc|ltd|gmbh|sarl|srl|plc|pty) .*$"),
  dropping(` (?:${TRAILING_WORDS.join("|")})$`),
];

/**
 * Normalizes a bank label or payee name to the words that name the merchant. Drops masked card
 * numbers, dates, references, account numbers, store numbers, places, and phrases that banks add,
 * such as "card purchase". Supports banks in the United States, Canada, the United Kingdom,
 * Ireland, France, Germany, Austria, the Netherlands, Spain and Italy. When in doubt, keeps the
 * word, because two merchants must never be merged.
 */
export function normalizePayee(label: string): string {
  // Empty labels occur in nearly every plan. Return early so that an empty label doesn't cause the
  // patterns to be compiled.
  if (label === "") return NAMELESS;
  const whole = foldText(withoutColumns(cut(label, MAX_PRINTED)));
  // In a long label, the name is in a field of its own, which may be near the end.
  const folded = capped(keepingName(whole, fieldNamed));
  let text = folded;
  for (;;) {
    let next = text;
    for (const step of PRINTED_STEPS) next = keepingName(next, step);
    next = wordsOf(next);
    for (const step of WORD_STEPS) next = keepingName(next, step);
    next = capped(next);
    if (next === text) break;
    text = next;
  }
  return text === "" ? folded || NAMELESS : text;
}

function capped(text: string): string {
  return cut(text, MAX_CHARACTERS).trimEnd();
}

/** Truncates long text without splitting a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/\p{Cs}$/u, "");
}

function dropping(pattern: string): Step {
  const expression = new RegExp(pattern, "gu");
  return (text) => text.replace(expression, " ");
}

/** Skips a step that would leave either no letters or nothing but phrases that the bank added. */
function keepingName(text: string, step: Step): string {
  const taken = step(text);
  if (taken === text) return text;
  const left = taken.replace(/\s+/gu, " ").trim();
  return /\p{L}/u.test(left) && !onlyLeading.test(left) ? left : text;
}

function wordsOf(text: string): string {
  return text
    .replace(/['\u2019`]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    // Some banks print a space instead of an apostrophe. Keep S.R.L., S.P.A., S.A. and S.L.
    .replace(/(?<=\p{L}{2}[^s ]) s(?= |$)(?! (?:r l|p a|a|l) ?$)/gu, "s")
    .trim();
}

function fieldNamed(text: string): string {
  const field =
    /(?:\bnaam: ?|\/name\/)([^/:]{2,}?)(?= (?:machtiging|omschrijving|iban|bic|kenmerk)\b|\/|$)/u;
  return field.exec(text)?.[1] ?? text;
}

/** Unifies Amazon's many names, but not the names of its services. */
function unifiedAmazon(text: string): string {
  return text.replace(
    /\b(?:amzn|amazon)(?:\.(?:com?\.)?[a-z]{2,3})?(?:[ *]+(?:mktp(?:l|lace)?|marketplace|retail|eu|us|uk|com)\b)*(?:\s?\*(?!prime|music|kindle|digital|video|fresh|audible)[a-z0-9]+)?/gu,
    "amazon",
  );
}

/**
 * Removes the city and state, which card networks print in separate columns or in a different
 * letter case than the name.
 */
function withoutColumns(label: string): string {
  const columns = /^(\S.*?)(\s{2,})\S(?:\S| (?=\S)){0,14}\s+[A-Z]{2}\s*$/u.exec(label);
  const [, name = "", gap = ""] = columns ?? [];
  if (name.length + gap.length >= 18) return name;
  const cased = /^([^a-z]*[A-Z]{3}[^a-z]*)\s(?:[A-Z][a-z.]+\s){1,3}([A-Z]{2})$/u.exec(label);
  const [, capitals = label, code = ""] = cased ?? [];
  return REGIONS.includes(code.toLowerCase()) ? capitals : label;
}

function isNamePart(word: string, index: number): boolean {
  if (/^\d+$/u.test(word)) {
    return word.length < 3 ? !/^0\d/u.test(word) : word.length === 3 && index === 0;
  }
  if (/^x{2,}\d*$/u.test(word)) return false;
  const digits = word.replace(/\D/gu, "").length;
  if (digits >= 3 && word.length >= 6) return false;
  const isDrawn = /^(?=.*\d)[a-z0-9]{6,}$/u.test(word) && !isPronounceable(word);
  if (index > 0 && isDrawn) return false;
  return (word.match(/\d(?=\p{L})|\p{L}(?=\d)/gu) ?? []).length < 3;
}

function isPronounceable(word: string): boolean {
  const vowels = word.replace(/[^aeiou]/gu, "").length;
  return vowels > 1 && vowels / word.length >= 0.24;
}

/**
 * Derives a payee name from a bank label. Keeps only the words that name the merchant, in the
 * bank's spelling but not in all capitals. Returns an empty string if nothing is left that YNAB
 * accepts as a name.
 */
export function tidiedPayee(label: string): string {
  const whole = cleanWhole(label);
  const words = new Set(normalizePayee(whole).split(" "));
  const named = whole.split(" ").filter((word) => words.has(lettersOf(word)));
  const name = withoutCapitals(named.length === 0 ? whole : named.join(" "))
    // Remove the colon, because YNAB would treat a name such as "Transfer: Rent" as a transfer.
    .replace(/^(transfer) ?:\s*/iu, "$1 ")
    .replace(/^[^\p{L}\p{N}]+/u, "").trim();
  return isReservedPayee(name) ? "" : shortened(name, MAX_PAYEE_NAME_LENGTH);
}

function lettersOf(word: string): string {
  return foldText(word).replace(/[^\p{L}\p{N}]+/gu, "");
}

function withoutCapitals(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  return name.replace(/\p{L}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase());
}
