/**
 * Looks for what a person or a model typed in words that are stored.
 *
 * @module
 */

import { cleanWhole } from "../text/clean_text.ts";
import { searchForms } from "./search_form.ts";

/** What `&` is read as. */
const CONJUNCTIONS = ["and", "und", "et", "y", "e", "i", "en", "og", "och"];
const INNER_CONJUNCTION = new RegExp(`(?<=\\S) (?:${CONJUNCTIONS.join("|")}) (?=\\S)`, "gu");

/**
 * Writes texts as the lines that a needle is looked for in.
 *
 * @param texts Names, labels or memos of one transaction.
 * @returns A line per form, each between blanks, so that no match runs from one into the next.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wordLines(["7-Eleven", "Caf\u00e9"]), " 7 eleven \n cafe ");
 * ```
 */
export function wordLines(texts: Iterable<string>): string {
  const lines = new Set<string>();
  for (const text of texts) for (const form of searchForms(text)) lines.add(` ${form} `);
  return [...lines].join("\n");
}

/** What is looked for, prepared. */
export interface Needle {
  /** A text that holds one of these is found. */
  readonly parts: readonly string[];
  /** So is one in which this matches: the words however they are joined or parted. */
  readonly whole: RegExp;
  /** Tells for lines of {@linkcode wordLines} whether they hold it. */
  readonly isIn: (lines: string) => boolean;
}

/**
 * Prepares a search for part of a name in lines of one transaction.
 *
 * @param typed What is looked for; see {@linkcode preparedNeedle}.
 * @returns Tells for lines of {@linkcode wordLines} whether they hold it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const isFound = needleOf("marks and spencer");
 * assertEquals(isFound(wordLines(["MARKS & SPENCER 123"])), true);
 * assertEquals(isFound(wordLines(["Spencer's"])), false);
 * ```
 */
export function needleOf(typed: string): (lines: string) => boolean {
  return preparedNeedle(typed).isIn;
}

/**
 * Prepares a search for part of a name. Letters that stand alone must be words of their
 * own, as the H of H&M; where words are joined or parted is of no matter when whole words
 * are meant: 7eleven is 7-Eleven.
 *
 * @param typed What is looked for.
 * @returns What finds it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(preparedNeedle("Caf\u00e9").parts, ["cafe"]);
 * ```
 */
export function preparedNeedle(typed: string): Needle {
  const forms = readingsOf(typed).flatMap(searchForms);
  const readings = new Set(forms.flatMap((form) => [form, form.replace(INNER_CONJUNCTION, " ")]));
  const parts = [...readings].map(betweenLoneLetters);
  const spacings = [...readings].map(anySpacing);
  const whole = new RegExp(` (?:${spacings.join("|")})(?= )`, "gu");
  const isIn = (lines: string): boolean => {
    if (parts.some((part) => lines.includes(part))) return true;
    whole.lastIndex = 0;
    return whole.test(lines);
  };
  return { parts, whole, isIn };
}

function readingsOf(text: string): readonly string[] {
  const typed = cleanWhole(text);
  if (!/[&+]/u.test(typed)) return [typed];
  return [typed, ...CONJUNCTIONS.map((word) => typed.replace(/[&+]/gu, ` ${word} `))];
}

/** Several words are parts of words at their ends, but for letters that stand alone. */
function betweenLoneLetters(form: string): string {
  if (!form.includes(" ")) return form;
  return (/^\p{L} /u.test(form) ? " " : "") + form + (/ \p{L}$/u.test(form) ? " " : "");
}

function anySpacing(form: string): string {
  const characters = [...form.replaceAll(" ", "")];
  return characters.map((one) => one.replace(/[$()*+./?[\\\]^{|}]/u, "\\$&")).join(" ?");
}
