/**
 * Ids as numbers: a UUID takes four of them, and sorts as its text does.
 *
 * @module
 */

/** Numbers per id. */
export const ID_WORDS = 4;

const UUID_LENGTH = 36;
const HYPHEN = 0x2d;
const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const DIGITS = digitsByCode();

/**
 * Writes a UUID in small letters as four numbers.
 *
 * @param id Any text.
 * @param words Where to write them.
 * @param at The first of the four places.
 * @returns `false`, with nothing written, for any other text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const words = new Uint32Array(4);
 * assertEquals(writeId("0000000a-0000-4000-8000-000000000001", words, 0), true);
 * assertEquals([...words], [10, 0x4000, 0x80000000, 1]);
 * ```
 */
export function writeId(id: string, words: Uint32Array, at: number): boolean {
  if (id.length !== UUID_LENGTH || !hasHyphens(id)) return false;
  const first = digits(id, 0, 8);
  const [second, third] = [digits(id, 9, 13), digits(id, 14, 18)];
  const [fourth, fifth, last] = [digits(id, 19, 23), digits(id, 24, 28), digits(id, 28, 36)];
  // One that is none is below zero.
  if (Math.min(first, second, third, fourth, fifth, last) < 0) return false;
  words[at] = first;
  words[at + 1] = second * 0x1_0000 + third;
  words[at + 2] = fourth * 0x1_0000 + fifth;
  words[at + 3] = last;
  return true;
}

/**
 * Reads a UUID of four numbers.
 *
 * @param words From {@linkcode writeId}.
 * @param at The first of the four places.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const id = readId(new Uint32Array([10, 0x4000, 0x80000000, 1]), 0);
 * assertEquals(id, "0000000a-0000-4000-8000-000000000001");
 * ```
 */
export function readId(words: Uint32Array, at: number): string {
  const second = words[at + 1] as number;
  const third = words[at + 2] as number;
  return `${hex(words[at] as number)}-${half(second >>> 16)}-${half(second & 0xffff)}-` +
    `${half(third >>> 16)}-${half(third & 0xffff)}${hex(words[at + 3] as number)}`;
}

/**
 * Gives the first eight digits of an id as a number.
 *
 * @param id Any text.
 * @returns The number; `null` where these are no digits in small letters.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(prefixNumber("0000000a-0000"), 10);
 * assertEquals(prefixNumber("account"), null);
 * ```
 */
export function prefixNumber(id: string): number | null {
  const number = id.length < 8 ? -1 : digits(id, 0, 8);
  return number < 0 ? null : number;
}

function hasHyphens(id: string): boolean {
  return id.charCodeAt(8) === HYPHEN && id.charCodeAt(13) === HYPHEN &&
    id.charCodeAt(18) === HYPHEN && id.charCodeAt(23) === HYPHEN;
}

/** The number that hexadecimal digits stand for; -1 where one of them is none. */
function digits(text: string, from: number, until: number): number {
  let number = 0;
  for (let at = from; at < until; at++) {
    const code = text.charCodeAt(at);
    const digit = code < 128 ? DIGITS[code] as number : -1;
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

function hex(word: number): string {
  return half(word >>> 16) + half(word & 0xffff);
}

function half(word: number): string {
  return (HEX_PAIRS[word >>> 8] as string) + (HEX_PAIRS[word & 0xff] as string);
}

function digitsByCode(): Int8Array {
  const table = new Int8Array(128).fill(-1);
  for (let digit = 0; digit < 16; digit++) table[digit.toString(16).charCodeAt(0)] = digit;
  return table;
}
