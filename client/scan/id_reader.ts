/**
 * Reads the ids of records: UUIDs as four numbers each, any other text as it is.
 *
 * @module
 */

import { MOST_ID_LENGTH } from "../answers/value_kinds.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { HEX, QUOTE } from "./json_bytes.ts";

const ID_WORDS = 4;
const UUID_LENGTH = 36;
const MINUS = 0x2d;
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
  read({ bytes }: ValuePlace, at: number, row: number): number {
    const from = at + 1;
    if (bytes[at] !== QUOTE) return -1;
    if (bytes[from + UUID_LENGTH] === QUOTE && this.#isUuid(bytes, from, row)) {
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
  #isUuid(bytes: Uint8Array, from: number, row: number): boolean {
    const first = digits(bytes, from, from + 8);
    const [second, third] = [
      digits(bytes, from + 9, from + 13),
      digits(bytes, from + 14, from + 18),
    ];
    const fourth = digits(bytes, from + 19, from + 23);
    const fifth = digits(bytes, from + 24, from + 28);
    const last = digits(bytes, from + 28, from + 36);
    if (first < 0 || second < 0 || third < 0 || fourth < 0 || fifth < 0 || last < 0) return false;
    if (
      bytes[from + 8] !== MINUS || bytes[from + 13] !== MINUS || bytes[from + 18] !== MINUS ||
      bytes[from + 23] !== MINUS
    ) return false;
    const words = this.words;
    const word = row * ID_WORDS;
    words[word] = first;
    words[word + 1] = second * 0x1_0000 + third;
    words[word + 2] = fourth * 0x1_0000 + fifth;
    words[word + 3] = last;
    return true;
  }
}

function isPlain(byte: number): boolean {
  return byte >= FIRST_PRINTED && byte <= LAST_PRINTED && byte !== QUOTE && byte !== BACKSLASH;
}

/** The number that hexadecimal digits stand for; below zero where one of them is none. */
function digits(bytes: Uint8Array, from: number, until: number): number {
  let number = 0;
  for (let at = from; at < until; at++) {
    const digit = HEX[bytes[at] as number] as number;
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}
