// Blocks whose characters are read from the right (Unicode: Bidi_Class R and AL).
const RIGHT =
  "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+";
// What may stand between two words of a name, but not between a name and what follows it.
const WITHIN = "[ '\"&.()/\\u2019-]{1,3}";

const RIGHT_TO_LEFT = new RegExp(`${RIGHT}(?:${WITHIN}${RIGHT})*`, "gu");

/** Isolates words that are read from the right (U+2068 to U+2069); other text stays as it is. */
export function isolated(text: string): string {
  return text.replace(RIGHT_TO_LEFT, "\u2068$&\u2069");
}

/** Takes the isolates out again: a name that was copied from an answer is the name itself. */
export function unisolated(text: string): string {
  return text.replace(/[\u2068\u2069]/gu, "");
}

/** Rewrites every text within a JSON value; names of fields stay. */
export function withTexts(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === "string") return write(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, write));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withTexts(field, write)]),
  );
}
