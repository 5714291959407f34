/**
 * Bytes that are expected at a place, compared four at a time.
 *
 * @module
 */

import { jsonBytes } from "./json_bytes.ts";

/** Four bytes at least. */
export interface Literal {
  /** The last four of them may begin in those before. */
  readonly words: Int32Array;
  /** How many bytes they are. */
  readonly length: number;
}

/**
 * Prepares a text that is expected.
 *
 * @param text Four characters at least.
 */
export function literalOf(text: string): Literal {
  const bytes = new TextEncoder().encode(text);
  const { words } = jsonBytes(bytes);
  const last = bytes.length - 4;
  const starts = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, nth) => 4 * nth);
  return {
    words: Int32Array.from(starts, (start) => words.getInt32(Math.min(start, last), true)),
    length: bytes.length,
  };
}

/**
 * Tells whether what is expected stands at a place.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { jsonBytes } from "./json_bytes.ts";
 *
 * const { words } = jsonBytes(new TextEncoder().encode(`{"id":1}`));
 * assertEquals([isAt(words, 0, literalOf(`{"id":`)), isAt(words, 1, literalOf("null"))], [true, false]);
 * ```
 */
export function isAt(words: DataView, at: number, { words: expected, length }: Literal): boolean {
  const last = expected.length - 1;
  for (let nth = 0; nth < last; nth++) {
    if (words.getInt32(at + 4 * nth, true) !== expected[nth]) return false;
  }
  return words.getInt32(at + length - 4, true) === expected[last];
}
