/**
 * Spelled-out umlauts in words that are bytes, as `withBareLetters` finds them in text.
 *
 * @module
 */

import { SHORTEST_SPELLED } from "./search_form.ts";

const [BLANK, LINE_END] = [0x20, 0x0a];
const [A, D, E, L, O, Q, S, U] = Array.from("adeloqsu", (one) => one.charCodeAt(0));
/** 1 for each consonant but y, before which two letters may spell an umlaut. */
const CONSONANTS = Uint8Array.from(
  { length: 256 },
  (_, byte) => /^[b-df-hj-np-tv-xz]$/u.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Writes the bare form of a line behind it, where it has another one.
 *
 * @param bytes Words of small letters and digits, each between blanks; with room behind them.
 * @param start Where they begin, with a blank.
 * @param end Where they end, behind a blank.
 * @returns Where what was written ends: behind a second line, or where the only one does.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new Uint8Array(20);
 * bytes.set(new TextEncoder().encode(" mueller "));
 * const end = writeBareLetters(bytes, 0, 9);
 * assertEquals(new TextDecoder().decode(bytes.subarray(0, end)), " mueller \n muller ");
 * ```
 */
export function writeBareLetters(bytes: Uint8Array, start: number, end: number): number {
  let to = end;
  bytes[to++] = LINE_END;
  bytes[to++] = BLANK;
  for (let from = start + 1; from < end;) {
    let until = from;
    while (bytes[until] !== BLANK) until++;
    const isLong = until - from >= SHORTEST_SPELLED;
    for (let at = from; at < until; at++) {
      bytes[to++] = bytes[at] as number;
      if (isLong && isSpelled(bytes, at, until)) at += 1;
    }
    bytes[to++] = BLANK;
    from = until + 1;
  }
  const isOther = to - end !== end - start + 1;
  return isOther ? to : end;
}

/** Whether a letter and the next one spell an umlaut, in a word that ends there. */
function isSpelled(bytes: Uint8Array, at: number, until: number): boolean {
  const letter = bytes[at];
  if (bytes[at + 1] !== E || (letter !== A && letter !== O && letter !== U)) return false;
  const next = bytes[at + 2] as number;
  if (CONSONANTS[next] !== 1 || bytes[at - 1] === Q) return false;
  const left = until - at - 2;
  if (left === 1 && (next === S || next === D)) return false;
  // As in fuel and Michaels.
  if (letter === O || next !== L) return true;
  return !(left === 1 || (left === 2 && bytes[at + 3] === S));
}
