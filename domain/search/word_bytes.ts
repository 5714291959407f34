/**
 * The folded words of many texts as the bytes of one: plain letters are folded byte by byte, and
 * no text is made for each of them.
 *
 * @module
 */

import { writeBareLetters } from "./bare_letters.ts";
import { wordLines } from "./search_needle.ts";
import { SearchText } from "./search_text.ts";
import type { ValueLiterals } from "../transactions/value_literals.ts";

/** Words as they are kept. */
export interface WordBytes {
  /** For each text its lines, as `wordLines` gives them, ended by a line's end. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each begins, and where the last one ends, counted in characters. */
  readonly starts: Uint32Array;
}

const [BLANK, LINE_END] = [0x20, 0x0a];
const [A, E, O, U] = [0x61, 0x65, 0x6f, 0x75];
/** Of a letter that is left out, and of one that is not folded here. */
const [LEFT_OUT, OTHER] = [0, 0xff];
/** Of a text without words a blank is left. */
const SHORTEST = 2;
/** Two blanks and a line's end. */
const AROUND = 3;
/** Bit of {@linkcode OTHER} that no letter, digit or blank has. */
const FIRST_WIDE = 0x80;

/** For each byte what it is folded to. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (!/^[\x20-\x7e]$/u.test(character) || character === "&") return OTHER;
  if (character === "'" || character === "`") return LEFT_OUT;
  return /^[a-z0-9]$/iu.test(character) ? character.toLowerCase().charCodeAt(0) : BLANK;
});

/**
 * Folds the words of texts.
 *
 * @param texts Labels or memos; an empty one has no words.
 * @returns Of each what `wordLines` gives.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const words = wordBytesOf(["7-Eleven", "", "Caf\u00e9"]);
 * assertEquals(searchTextOf(words).text, " 7 eleven \n\n cafe \n");
 * ```
 */
export function wordBytesOf(texts: readonly string[]): WordBytes {
  let ascii = texts;
  let given = encoder.encode(texts.join(""));
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (given.length !== characters) {
    ascii = texts.map((text) => ASCII.test(text) ? text : "");
    given = encoder.encode(ascii.join(""));
  }
  const words = new GrowingWords(given, texts.length);
  let at = 0;
  for (let nth = 0; nth < texts.length; nth++) {
    const from = at;
    at += (ascii[nth] as string).length;
    if (!words.fold(from, at)) words.add(wordsOf(texts[nth] as string));
  }
  return words.ended();
}

/**
 * Folds the words of values as JSON writes them.
 *
 * @param literals Values; what is no text has no words.
 * @returns Of each what `wordLines` gives.
 */
export function wordBytesOfLiterals({ json, starts, special }: ValueLiterals): WordBytes {
  const count = starts.length - 1;
  const words = new GrowingWords(json, count);
  const specialPlaces = [...special.keys()];
  let nextSpecial = 0;
  for (let nth = 0; nth < count; nth++) {
    if (specialPlaces[nextSpecial] === nth) {
      nextSpecial += 1;
      const value = special.get(nth);
      words.add(wordsOf(typeof value === "string" ? value : ""));
      continue;
    }
    // Between its quotes, of which a comma follows the second.
    const from = (starts[nth] as number) + 1;
    const until = (starts[nth + 1] as number) - 2;
    if (!words.fold(from, until)) words.add(wordsOf(decoder.decode(json.subarray(from, until))));
  }
  return words.ended();
}

/** Gives words that were kept as text. */
export function searchTextOf({ bytes, starts }: WordBytes): SearchText {
  return new SearchText(decoder.decode(bytes), starts);
}

/** Gives words that are text as they are kept. */
export function bytesOfText({ text, starts }: SearchText): WordBytes {
  return { bytes: encoder.encode(text), starts };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const ASCII = /^[\0-\x7f]*$/u;

function wordsOf(text: string): string {
  return text === "" ? "" : wordLines([text]);
}

/** Folds one text after another. */
class GrowingWords {
  readonly #given: Uint8Array;
  #at = 0;
  #bytes: Uint8Array<ArrayBuffer>;
  #to = 0;
  readonly #starts: Uint32Array;
  #count = 0;
  /** Bytes so far that are no characters of their own. */
  #extra = 0;

  /**
   * Makes room.
   *
   * @param given What holds the texts, each byte of which is a character, in their order.
   * @param count How many there are.
   */
  constructor(given: Uint8Array, count: number) {
    this.#given = given;
    this.#bytes = new Uint8Array(this.#mostFor(given.length, count));
    this.#starts = new Uint32Array(count + 1);
  }

  /**
   * Folds the next text, from a byte up to another.
   *
   * @returns Whether it has words of plain letters; otherwise they have to be added.
   */
  fold(from: number, until: number): boolean {
    const given = this.#given;
    const bytes = this.#bytes;
    const start = this.#to;
    let to = start;
    let seen = 0;
    let last = BLANK;
    let isSpelled = false;
    bytes[to++] = BLANK;
    for (let at = from; at < until; at++) {
      const folded = FOLDED[given[at] as number] as number;
      if (folded > BLANK) {
        seen |= folded;
        if (folded === E && (last === A || last === O || last === U)) isSpelled = true;
      } else if (folded === LEFT_OUT || last === BLANK) continue;
      bytes[to++] = folded;
      last = folded;
    }
    this.#at = until;
    if (seen >= FIRST_WIDE || to - start < SHORTEST) return false;
    if (last !== BLANK) bytes[to++] = BLANK;
    if (isSpelled) to = writeBareLetters(bytes, start, to);
    bytes[to++] = LINE_END;
    this.#end(to, 0);
    return true;
  }

  /** Adds the words of the text that was not folded. */
  add(words: string): void {
    const added = encoder.encode(`${words}\n`);
    const rest = this.#mostFor(this.#given.length - this.#at, this.#starts.length - this.#count);
    const needed = this.#to + added.length + rest;
    if (needed > this.#bytes.length) {
      const room = new Uint8Array(2 * needed);
      room.set(this.#bytes.subarray(0, this.#to));
      this.#bytes = room;
    }
    this.#bytes.set(added, this.#to);
    this.#end(this.#to + added.length, added.length - words.length - 1);
  }

  /** All that were folded or added. */
  ended(): WordBytes {
    return { bytes: this.#bytes.subarray(0, this.#to), starts: this.#starts };
  }

  /** So many bytes the words of texts take at most: each text may have two forms. */
  #mostFor(length: number, count: number): number {
    return 2 * (length + AROUND * count);
  }

  #end(to: number, extra: number): void {
    this.#to = to;
    this.#extra += extra;
    this.#count += 1;
    this.#starts[this.#count] = to - this.#extra;
  }
}
