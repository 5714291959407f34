/**
 * The different values of one field, numbered straight from the bytes of JSON: a text that has
 * come before is found without being made a string.
 *
 * @module
 */

import type { NumberedValues } from "../../domain/transactions/numbered_rows.ts";
import { areSame, type JsonBytes, jsonRoom, QUOTE, ZEROS_BEHIND } from "./json_bytes.ts";

const BACKSLASH = 0x5c;
const FIRST_PRINTED = 0x20;
const FIRST_WIDE = 0x80;
const FIRST_ROOM = 64;
const FIRST_BYTES = 1_024;
/** FNV-1a, of four bytes at a time. */
const [HASH_BASIS, HASH_PRIME] = [0x811c9dc5 | 0, 0x01000193];
/** The same byte four times, for what is asked of four bytes at once. */
const [ONES, HIGH_BITS, SPACES] = [0x01010101, 0x80808080 | 0, 0x20202020];
const [QUOTES, BACKSLASHES] = [0x22222222, 0x5c5c5c5c];
/** After so many texts it is seen whether they repeat each other. */
const WINDOW = 512;
/** So many values are always told apart, though all are new at first. */
const FEWEST_NEW = 4_096;
/** Share of texts that no text before is the same as, from which on they are not compared. */
const MOSTLY_NEW = 0.6;
/** Of texts that do not repeat each other one in so many is compared all the same. */
const SAMPLED = 8;

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
  /** Where the bytes of each value begin; those of the next one end them. */
  #starts = new Int32Array(FIRST_ROOM + 1);
  #bytes = jsonRoom(FIRST_BYTES);
  #count = 0;
  #listed = 0;
  #placeOfNull = -1;
  #placeOfEmpty = -1;
  /** Values that are no texts, or are written with more bytes than they have characters. */
  readonly #special = new Map<number, unknown>();
  /** Whether each byte of the text that was read last is one of its characters. */
  #isPlain = true;
  /** Texts that were compared since it was last seen whether they repeat each other. */
  #compared = 0;
  #new = 0;
  /** Texts that go by before the next one is compared. */
  #skipped = 0;
  #isMostlyNew = false;
  /** Values before this one have been made. */
  #made = 0;

  /** Makes an empty column. */
  constructor(lengths: TextLengths = { least: 0, most: Infinity }) {
    this.#lengths = lengths;
  }

  /** How many values have come. */
  get count(): number {
    return this.#count;
  }

  /**
   * All values so far, in the order of their places; of those that hardly repeat each other some
   * may stand there twice.
   */
  list(): readonly unknown[] {
    this.#makeTexts();
    return this.#values;
  }

  /** Gives the place of a value that is no text: a number, a truth, or `null`. */
  placeOfOther(value: unknown): number {
    if (value === null && this.#placeOfNull >= 0) return this.#placeOfNull;
    const known = this.#others.get(value);
    if (known !== undefined) return known;
    const place = this.#append(0);
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
    if (this.#isMostlyNew && this.#skipped++ < SAMPLED) return this.#added(json, from);
    this.#skipped = 0;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let place = slots[slot] as number; place !== 0; place = slots[slot] as number) {
      if (this.#hashes[place - 1] === hash && this.#isAt(json, from, place - 1)) {
        this.#note(false);
        return place - 1;
      }
      slot = (slot + 1) & mask;
    }
    const place = this.#added(json, from);
    if (place < 0) return -1;
    this.#note(true);
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
    const otherAt = this.#starts[place] as number;
    const length = (this.#starts[place + 1] as number) - otherAt;
    if (json.bytes[at + length] !== QUOTE) return false;
    if (length === 0 && place !== this.#placeOfEmpty) return false;
    if (!areSame(json, at, this.#bytes, otherAt, length)) return false;
    this.end = at + length + 1;
    return true;
  }

  /** Adds the text that was read last. */
  #added({ bytes, words }: JsonBytes, from: number): number {
    const until = this.end - 1;
    const made = this.#isPlain ? null : textOf(bytes.subarray(from, until));
    if (!this.#isPlain && made === null) return -1;
    const length = made === null ? until - from : made.length;
    if (length < this.#lengths.least || length > this.#lengths.most) return -1;
    const place = this.#append(until - from);
    const own = this.#bytes.words;
    let to = this.#starts[place] as number;
    // There is room for what is copied too much, and the next one is written over it.
    for (let at = from; at < until; at += 4, to += 4) {
      own.setInt32(to, words.getInt32(at, true), true);
    }
    if (made !== null) this.#special.set(place, made);
    if (length === 0) this.#placeOfEmpty = place;
    return place;
  }

  #note(isNew: boolean): void {
    this.#compared += 1;
    if (isNew) this.#new += 1;
    if (this.#compared < WINDOW) return;
    this.#isMostlyNew = this.#count > FEWEST_NEW && this.#new > MOSTLY_NEW * WINDOW;
    this.#compared = 0;
    this.#new = 0;
  }

  #append(length: number): number {
    const place = this.#count;
    if (place === this.#hashes.length) {
      this.#hashes = grown(this.#hashes, new Int32Array(4 * place));
      this.#starts = grown(this.#starts, new Int32Array(4 * place + 1));
    }
    const end = (this.#starts[place] as number) + length;
    const { bytes } = this.#bytes;
    if (end + ZEROS_BEHIND > bytes.length) {
      const room = jsonRoom(Math.max(end, 4 * bytes.length));
      room.bytes.set(bytes);
      this.#bytes = room;
    }
    this.#starts[place + 1] = end;
    this.#count += 1;
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

  /** Makes the values that have come since the last time: many texts are read at once. */
  #makeTexts(): void {
    if (this.#made === this.#count) return;
    for (const [place, value] of this.#special) {
      if (place < this.#made) continue;
      this.#makePlain(place);
      this.#values.push(value);
      this.#made += 1;
    }
    this.#makePlain(this.#count);
  }

  /** Each byte of these is a character. */
  #makePlain(until: number): void {
    const starts = this.#starts;
    const first = starts[this.#made] as number;
    const text = decoder.decode(this.#bytes.bytes.subarray(first, starts[until]));
    for (let place = this.#made; place < until; place++) {
      const start = starts[place] as number;
      const end = starts[place + 1] as number;
      this.#values.push(text.slice(start - first, end - first));
    }
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
