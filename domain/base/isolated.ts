/**
 * Keeps text that is read from the right apart from what stands beside it: without that,
 * two Hebrew names with an arrow between them change places.
 *
 * @module
 */

// Blocks whose characters are read from the right (Unicode: Bidi_Class R and AL).
const RIGHT =
  "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+";
// What may stand between two words of a name, but not between a name and what follows it.
const WITHIN = "[ '\"&.()/\\u2019-]{1,3}";

const RIGHT_TO_LEFT = new RegExp(`${RIGHT}(?:${WITHIN}${RIGHT})*`, "gu");

/**
 * Isolates words that are read from the right (U+2068 to U+2069); other text stays as it is.
 *
 * @param text Any text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isolated("Pets \u2192 \u05d7\u05d9"), "Pets \u2192 \u2068\u05d7\u05d9\u2069");
 * assertEquals(isolated("Caf\u00e9"), "Caf\u00e9");
 * ```
 */
export function isolated(text: string): string {
  return text.replace(RIGHT_TO_LEFT, "\u2068$&\u2069");
}

/**
 * Takes the isolates out again: a name that was copied from an answer is the name itself.
 *
 * @param text Any text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(unisolated("\u2068\u05d7\u05d9\u2069"), "\u05d7\u05d9");
 * ```
 */
export function unisolated(text: string): string {
  return text.replace(/[\u2068\u2069]/gu, "");
}

/**
 * Rewrites every text within a JSON value; names of fields stay.
 *
 * @param value The value.
 * @param write Gives the new text.
 */
export function withTexts(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, write));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withTexts(field, write)]),
  );
}
