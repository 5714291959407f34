/**
 * Reads the ids of records: UUIDs as four numbers each, any other text as it is.
 *
 * @module
 */

import { MOST_ID_LENGTH } from "../answers/value_kinds.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { QUOTE } from "./json_bytes.ts";

const ID_WORDS = 4;
const UUID_LENGTH = 36;
/** Where the digits of a UUID stand, four at a time. */
const STARTS = [0, 4, 9, 14, 19, 24, 28, 32];
const MINUS = 0x2d;
/** The same byte four times, for what is done with four digits at once. */
const [ONES, SIXES, ZEROS] = [0x01010101, 0x06060606, 0x30303030];
const [LOW_BITS, HIGH_BITS] = [0x0f0f0f0f, 0xf0f0f0f0 | 0];
/** How far letters stand behind where they would follow the digits. */
const LETTERS = 39;
const [BACKSLASH, FIRST_PRINTED, LAST_PRINTED] = [0x5c, 0x20, 0x7e];

/** Reads ids of printed characters. */
export class IdReader implements FieldReader {
  /** Four numbers for each record. */
  readonly words = new Uint32Array(ROOM * ID_WORDS);
  #odd = new Map<number, string>();

  /** Gives the ids that are no UUIDs by their records, and forgets them. */
  taken(): ReadonlyMap<number, string> {
    const odd = this.#odd;
    this.#odd = new Map();
    return odd;
  }

  /** Forgets the id of a record that was read in vain. */
  drop(row: number): void {
    this.#odd.delete(row);
  }

  /** Reads the id of a record. */
  read(json: ValuePlace, at: number, row: number): number {
    const { bytes } = json;
    const from = at + 1;
    if (bytes[at] !== QUOTE) return -1;
    if (bytes[from + UUID_LENGTH] === QUOTE && this.#isUuid(json, from, row)) {
      return from + UUID_LENGTH + 1;
    }
    let end = from;
    while (isPlain(bytes[end] as number)) end++;
    const length = end - from;
    if (bytes[end] !== QUOTE || length === 0 || length > MOST_ID_LENGTH) return -1;
    this.#odd.set(row, String.fromCharCode(...bytes.subarray(from, end)));
    return end + 1;
  }

  /** Writes a UUID in small letters as four numbers. */
  #isUuid({ bytes, words }: ValuePlace, from: number, row: number): boolean {
    if (
      bytes[from + 8] !== MINUS || bytes[from + 13] !== MINUS || bytes[from + 18] !== MINUS ||
      bytes[from + 23] !== MINUS
    ) return false;
    const own = this.words;
    const word = row * ID_WORDS;
    let areDigits = 0;
    for (let nth = 0; nth < ID_WORDS; nth++) {
      const one = fourDigits(words.getInt32(from + (STARTS[2 * nth] as number), true));
      const other = fourDigits(words.getInt32(from + (STARTS[2 * nth + 1] as number), true));
      areDigits |= one | other;
      own[word + nth] = one * 0x1_0000 + other;
    }
    return areDigits >= 0;
  }
}

function isPlain(byte: number): boolean {
  return byte >= FIRST_PRINTED && byte <= LAST_PRINTED && byte !== QUOTE && byte !== BACKSLASH;
}

/**
 * The number that four hexadecimal digits stand for, all of them worked out at once.
 *
 * @param word The characters, the first one in the lowest byte.
 * @returns Below zero where one of them is none.
 */
function fourDigits(word: number): number {
  // Letters stand nine behind the digits that have the same low bits.
  const digits = (word & LOW_BITS) + 9 * ((word >>> 6) & ONES);
  const areLetters = ((digits + SIXES) >>> 4) & ONES;
  // What is no digit is written otherwise than the number that it seems to be.
  const isOther = (digits & HIGH_BITS) | (word ^ (digits + ZEROS + LETTERS * areLetters));
  if (isOther !== 0) return -1;
  return ((digits & 0xf) << 12) | (digits & 0xf00) | ((digits >>> 12) & 0xf0) |
    (digits >>> 24);
}
