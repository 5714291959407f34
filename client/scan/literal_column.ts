/**
 * The different values of one field, numbered straight from the bytes of JSON: a text that has
 * come before is found without being made a string.
 *
 * @module
 */

import type { NumberedValues } from "../../domain/transactions/numbered_rows.ts";
import { Repetition } from "../../domain/transactions/repetition.ts";
import type { ValueLiterals } from "../../domain/transactions/value_literals.ts";
import { type JsonBytes, QUOTE } from "./json_bytes.ts";
import { LiteralBytes } from "./literal_bytes.ts";

const BACKSLASH = 0x5c;
const FIRST_PRINTED = 0x20;
const FIRST_WIDE = 0x80;
const FIRST_ROOM = 64;
/** FNV-1a, of four bytes at a time. */
const [HASH_BASIS, HASH_PRIME] = [0x811c9dc5 | 0, 0x01000193];
/** The same byte four times, for what is asked of four bytes at once. */
const [ONES, HIGH_BITS, SPACES] = [0x01010101, 0x80808080 | 0, 0x20202020];
const [QUOTES, BACKSLASHES] = [0x22222222, 0x5c5c5c5c];
/** How long the texts of a field may be. */
export interface TextLengths {
  readonly least: number;
  readonly most: number;
}

/**
 * Numbers the values of a field as they come.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { jsonBytes } from "./json_bytes.ts";
 *
 * const column = new LiteralColumn();
 * const bytes = jsonBytes(new TextEncoder().encode(`"rent"`));
 * assertEquals([column.placeOfText(bytes, 1), column.end], [0, 6]);
 * assertEquals([column.placeOfOther(null), column.placeOfText(bytes, 1)], [1, 0]);
 * assertEquals(column.list(), ["rent", null]);
 * ```
 */
export class LiteralColumn implements NumberedValues {
  /** Where the text that was read last has ended, behind its quote. */
  end = 0;
  readonly #lengths: TextLengths;
  /** Texts that were looked at, and what is no plain text. */
  readonly #values: unknown[] = [];
  readonly #others = new Map<unknown, number>();
  /** For each slot a place, from 1: open addressing. */
  #slots = new Int32Array(2 * FIRST_ROOM);
  #hashes = new Int32Array(FIRST_ROOM);
  readonly #literals = new LiteralBytes();
  #listed = 0;
  #placeOfNull = -1;
  /** Values that are no texts, or are written with more bytes than they have characters. */
  readonly #special = new Map<number, unknown>();
  /** Whether each byte of the text that was read last is one of its characters. */
  #isPlain = true;
  readonly #repetition = new Repetition();
  /** Values before this one have been made. */
  #made = 0;

  /** Makes an empty column. */
  constructor(lengths: TextLengths = { least: 0, most: Infinity }) {
    this.#lengths = lengths;
  }

  /** How many values have come. */
  get count(): number {
    return this.#literals.count;
  }

  /**
   * All values so far, in the order of their places; of those that hardly repeat each other some
   * may stand there twice.
   */
  list(): readonly unknown[] {
    this.#makeTexts();
    return this.#values;
  }

  /** Writes the values at some places, at least one, as JSON; of the plain ones no text is made. */
  literalsOf(places: ArrayLike<number>): ValueLiterals {
    return this.#literals.written(places, this.#special);
  }

  /** Gives the place of a value that is no text: a number, a truth, or `null`. */
  placeOfOther(value: unknown): number {
    if (value === null && this.#placeOfNull >= 0) return this.#placeOfNull;
    const known = this.#others.get(value);
    if (known !== undefined) return known;
    const place = this.#literals.addOther();
    this.#special.set(place, value);
    this.#others.set(value, place);
    if (value === null) this.#placeOfNull = place;
    return place;
  }

  /**
   * Gives the place of a text.
   *
   * @param json With zeros behind what has come.
   * @param from Where the text begins, behind its quote.
   * @param guess Which value it probably is; -1 for none.
   * @returns Its place; -1 for what is no text, or is longer or shorter than it may be.
   */
  placeOfText(json: JsonBytes, from: number, guess = -1): number {
    if (guess >= 0 && this.#isAt(json, from, guess)) return guess;
    const hash = this.#read(json, from);
    if (this.end < 0) return -1;
    if (this.#repetition.isPassed()) return this.#added(json, from);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let place = slots[slot] as number; place !== 0; place = slots[slot] as number) {
      if (this.#hashes[place - 1] === hash && this.#isAt(json, from, place - 1)) {
        this.#repetition.note(false, this.count);
        return place - 1;
      }
      slot = (slot + 1) & mask;
    }
    const place = this.#added(json, from);
    if (place < 0) return -1;
    this.#repetition.note(true, this.count);
    if (place >= this.#hashes.length) this.#hashes = grown(this.#hashes, new Int32Array(4 * place));
    this.#hashes[place] = hash;
    this.#listed += 1;
    if (2 * this.#listed > this.#slots.length) this.#widen();
    this.#list(place, hash);
    return place;
  }

  /** Reads a text to its end, and works out its hash; the end is -1 for what is no text. */
  #read({ bytes, words }: JsonBytes, from: number): number {
    let hash = HASH_BASIS;
    let at = from;
    for (;;) {
      const word = words.getInt32(at, true);
      const quotes = word ^ QUOTES;
      const slashes = word ^ BACKSLASHES;
      // High bits tell of a quote, a backslash, what is not printed, and what is no ASCII.
      const marks = ((quotes - ONES) & ~quotes) | ((slashes - ONES) & ~slashes) |
        ((word - SPACES) & ~word) | word;
      if ((marks & HIGH_BITS) !== 0) break;
      hash = Math.imul(hash ^ word, HASH_PRIME);
      hash ^= hash >>> 15;
      at += 4;
    }
    let isPlain = true;
    for (;; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        isPlain = false;
        at += 1;
        hash = Math.imul(hash ^ byte, HASH_PRIME);
      } else if (byte >= FIRST_WIDE) isPlain = false;
      const next = bytes[at] as number;
      if (next < FIRST_PRINTED) {
        this.end = -1;
        return hash;
      }
      hash = Math.imul(hash ^ next, HASH_PRIME);
    }
    this.end = at + 1;
    this.#isPlain = isPlain;
    return hash;
  }

  /** Whether a text that is known stands there; what is no text is nowhere. */
  #isAt(json: JsonBytes, at: number, place: number): boolean {
    const end = this.#literals.endAt(json, at, place);
    if (end < 0) return false;
    this.end = end;
    return true;
  }

  /** Adds the text that was read last. */
  #added(json: JsonBytes, from: number): number {
    const until = this.end - 1;
    const made = this.#isPlain ? null : textOf(json.bytes.subarray(from, until));
    if (!this.#isPlain && made === null) return -1;
    const length = made === null ? until - from : made.length;
    if (length < this.#lengths.least || length > this.#lengths.most) return -1;
    const place = this.#literals.add(json, from, until);
    if (made !== null) this.#special.set(place, made);
    return place;
  }

  #list(place: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = place + 1;
  }

  #widen(): void {
    const known = this.#slots;
    this.#slots = new Int32Array(2 * known.length);
    for (const listed of known) {
      if (listed !== 0) this.#list(listed - 1, this.#hashes[listed - 1] as number);
    }
  }

  /** Makes the values that have come since the last time. */
  #makeTexts(): void {
    if (this.#made === this.count) return;
    for (const [place, value] of this.#special) {
      if (place < this.#made) continue;
      this.#makePlain(place);
      this.#values.push(value);
      this.#made += 1;
    }
    this.#makePlain(this.count);
  }

  #makePlain(until: number): void {
    this.#literals.appendTexts(this.#values, this.#made, until);
    this.#made = until;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A text with escapes, or with characters of several bytes; `null` for what is none. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return JSON.parse(`"${decoder.decode(bytes)}"`) as string;
  } catch {
    return null;
  }
}

function grown(
  list: Int32Array<ArrayBuffer>,
  room: Int32Array<ArrayBuffer>,
): Int32Array<ArrayBuffer> {
  room.set(list);
  return room;
}
