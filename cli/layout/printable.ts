/** Control characters but the line end, line separators, and what turns the reading direction. */
const OBEYED =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Takes out what a terminal would obey. */
export function printable(text: string): string {
  return text.replace(OBEYED, "");
}

/** Writes a value as JSON in which such characters are escaped. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
