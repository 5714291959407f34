/**
 * Reads JSON whose text must not be quoted by any error.
 *
 * @module
 */

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses JSON without an exception, since a syntax error quotes the text, and that
 * may hold a payee or a memo.
 *
 * @param text Perhaps JSON.
 * @returns The value, or `undefined` if it is not JSON.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseJson("[1]"), [1]);
 * assertEquals(parseJson("<html>"), undefined);
 * ```
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a value has fields.
 *
 * @param value Any value.
 * @returns Whether it is an object and no list.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isRecord({}), isRecord([]), isRecord(null)], [true, false, false]);
 * ```
 */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
