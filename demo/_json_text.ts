/**
 * JSON that is written already, within an answer that is not: a list of a hundred
 * thousand rows is put together from the texts of its rows.
 *
 * @module
 */

/** A JSON value as text. */
export class JsonText {
  /** The text. */
  readonly text: string;

  /** Takes a text that is valid JSON. */
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Writes an answer's data.
 *
 * @param data Fields, each a value or its text.
 * @returns JSON.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(writeData({ rows: new JsonText("[1]"), last: 2 }), '{"rows":[1],"last":2}');
 * ```
 */
export function writeData(data: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = value instanceof JsonText ? value.text : JSON.stringify(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${fields.join(",")}}`;
}
