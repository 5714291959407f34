import { cleanWhole } from "../base/clean_text.ts";
import { searchForms } from "../base/fold_text.ts";

/** Words for `&`. */
const CONJUNCTIONS = ["and", "und", "et", "y", "e", "i", "en", "og", "och"];
const CONJUNCTION = new RegExp(
  `(?<=[\\p{L}\\p{N}]\\P{L}*)(?:[&+]| (?:${CONJUNCTIONS.join("|")}) )(?=\\P{L}*[\\p{L}\\p{N}])`,
  "giu",
);
/** Replaces a conjunction in the search term. Searched texts never contain it. */
const MARK = "\ue000";
/**
 * Pattern between two words that a conjunction connects. A text may have a word, a sign or nothing
 * instead of the conjunction.
 */
const PARTED = ` (?:(?:${CONJUNCTIONS.join("|")}) )?`;

/** Matches a web address. Only the name before its top-level domain is searched for. */
const ADDRESS =
  /^(?:https?:\/\/)?(?:www\.)?([\p{L}\p{N}-]{2,})\.(?:com|net|org|co|co\.uk|com\.au|de|fr|nl|es|it|eu|ie|at|ch|se|dk|no|pl|ca|io|tv|app)(?:\/.*)?$/iu;

/** Converts texts to searchable lines. */
export function wordLines(texts: Iterable<string>): string {
  const forms: string[] = [];
  for (const text of texts) {
    for (const form of searchForms(text)) if (!forms.includes(form)) forms.push(form);
  }
  return forms.length === 1 ? ` ${forms[0]} ` : forms.map((form) => ` ${form} `).join("\n");
}

/**
 * How a text contains a search term, best match first: as whole words, at the start of a word, or
 * inside a word or a bank's reference.
 */
export const REACHES = ["word", "start", "inside"] as const;

export type Reach = (typeof REACHES)[number];

/** Maximum length of a name that must be a whole word: "ING" shouldn't match "Ingles". */
const SHORT_NAME = 3;
/** These scripts don't separate words with spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

function reachAt(
  lines: string,
  { start, end }: { readonly start: number; readonly end: number },
): Reach {
  if (UNSPACED.test(lines.slice(start, end))) return "word";
  if (lines[start] !== " " && lines[start - 1] !== " ") return "inside";
  const rest = lines[end - 1] === " " ? "" : /^[^ ]*/u.exec(lines.slice(end))?.[0] ?? "";
  // The rest is a possessive or a store number.
  if (/^s?\d{0,5}$/u.test(rest)) return "word";
  return /\d/u.test(rest) ? "inside" : "start";
}

export interface Needle {
  /** Alternatives. A text that contains any of them matches. */
  readonly parts: readonly string[];
  /** Also matches words that are joined or separated differently. */
  readonly whole: RegExp;
  /** Whether every match of {@linkcode parts} and {@linkcode whole} counts, wherever it is. */
  readonly isAnywhere: boolean;
  readonly isIn: (lines: string) => boolean;
}

/**
 * Prepares a search for part of a name. A single letter must match a separate word, like the H of
 * H&M. Words match whether they are joined or separated: 7eleven matches 7-Eleven. Words connected
 * by a conjunction aren't joined: H&M doesn't match HM.
 */
export function preparedNeedle(typed: string, reach: Reach = "inside"): Needle {
  const clean = cleanWhole(typed);
  const forms = searchForms(clean);
  const parts = forms.map(betweenLoneLetters);
  const whole = wholeWords(clean);
  const isShort = [...forms[0] ?? ""].length <= SHORT_NAME;
  const farthest = REACHES.indexOf(reach === "word" && !isShort ? "start" : reach);
  const isIn = (lines: string): boolean =>
    foundIn(lines, { parts, whole }).some((found) =>
      REACHES.indexOf(reachAt(lines, found)) <= farthest
    );
  return { parts, whole, isAnywhere: reach === "inside", isIn };
}

function foundIn(
  lines: string,
  { parts, whole }: Pick<Needle, "parts" | "whole">,
): readonly { readonly start: number; readonly end: number }[] {
  const found = parts.flatMap((part) => {
    const own = [];
    for (let start = lines.indexOf(part); start >= 0; start = lines.indexOf(part, start + 1)) {
      own.push({ start, end: start + part.length });
    }
    return own;
  });
  const matches = lines.matchAll(whole);
  return [
    ...found,
    ...matches.map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    })),
  ];
}

/**
 * Matches variants of the term as whole words. If the term has several words, its first and last
 * may be parts of words.
 */
function wholeWords(typed: string): RegExp {
  const parted = typed.replace(CONJUNCTION, ` ${MARK} `);
  const name = ADDRESS.exec(typed)?.[1];
  const readings = [...searchForms(parted)];
  if (name !== undefined) readings.push(...searchForms(name));
  const wordsIn = (form: string): readonly string[] => form.split(` ${MARK} `);
  const patterns = readings.map((form) =>
    `(?<= )${wordsIn(form).map(anySpacing).join(PARTED)}(?= )`
  );
  if (parted === typed) return new RegExp(patterns.join("|"), "gu");
  const within = searchForms(parted).map((form) => {
    const pattern = wordsIn(form).map(escaped).join(PARTED);
    return (/^\p{L} /u.test(form) ? "(?<= )" : "") + pattern +
      (/ \p{L}$/u.test(form) ? "(?= )" : "");
  });
  return new RegExp([...patterns, ...within].join("|"), "gu");
}

/**
 * If there are several words, lets the first and the last match parts of words, unless they are
 * single letters.
 */
function betweenLoneLetters(form: string): string {
  if (!form.includes(" ")) return form;
  return (/^\p{L} /u.test(form) ? " " : "") + form + (/ \p{L}$/u.test(form) ? " " : "");
}

/**
 * Matches joined and separated forms, except that two single letters don't form a word and
 * separated digits are a different number.
 */
function anySpacing(form: string): string {
  const characters = [...form];
  let pattern = "";
  for (const [at, one] of characters.entries()) {
    if (one === " ") continue;
    const isParted = characters[at - 1] === " ";
    const before = characters[isParted ? at - 2 : at - 1];
    if (before !== undefined) pattern += spacing(characters, { at, before, isParted });
    pattern += escaped(one);
  }
  return pattern;
}

function spacing(
  characters: readonly string[],
  { at, before, isParted }: {
    readonly at: number;
    readonly before: string;
    readonly isParted: boolean;
  },
): string {
  if (/\d/u.test(before) && /\d/u.test(characters[at] ?? "")) return isParted ? " " : "";
  const isLone = (start: number): boolean =>
    (characters[start - 1] ?? " ") === " " && (characters[start + 1] ?? " ") === " ";
  return isParted && isLone(at) && isLone(at - 2) ? " " : " ?";
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/gu, "\\$&");
}
