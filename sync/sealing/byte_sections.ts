/**
 * Several lists of numbers and texts in one piece of bytes, each where its number can be read
 * without copying it.
 *
 * @module
 */

import type { Bytes } from "./sealer.ts";

/** Where a section begins and how many bytes it has. */
export type Section = readonly [from: number, length: number];

/** Sections begin at multiples of this, in bytes. */
const ALIGNMENT = 8;

type NumberList = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Collects sections. */
export class SectionWriter {
  readonly #sections: Uint8Array[] = [];
  #length = 0;

  /** Takes numbers. */
  numbers(list: NumberList): Section {
    return this.#add(new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
  }

  /** Takes text. */
  text(text: string): Section {
    return this.#add(new TextEncoder().encode(text));
  }

  /** Gives the sections behind a head. */
  joined(head: unknown): Bytes {
    const text = new TextEncoder().encode(JSON.stringify(head));
    const first = aligned(ALIGNMENT + text.length);
    const whole = new Uint8Array(first + this.#length);
    const lengths = new Uint32Array(whole.buffer, 0, 2);
    lengths.set([MARK, text.length]);
    whole.set(text, ALIGNMENT);
    let at = first;
    for (const section of this.#sections) {
      whole.set(section, at);
      at += aligned(section.length);
    }
    return whole;
  }

  #add(bytes: Uint8Array): Section {
    const from = this.#length;
    this.#sections.push(bytes);
    this.#length += aligned(bytes.length);
    return [from, bytes.length];
  }
}

/** Tells sections from other bytes, which begin with a length that no text has. */
const MARK = 0xc01c_0001;

/** Reads sections. */
export class SectionReader<Head> {
  readonly head: Head;
  readonly #whole: Bytes;
  readonly #first: number;

  /**
   * Reads the head.
   *
   * @throws {SyntaxError|RangeError} For bytes that are none of ours.
   */
  constructor(bytes: Bytes) {
    this.#whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
    const length = new DataView(this.#whole.buffer, this.#whole.byteOffset).getUint32(4, true);
    this.head = JSON.parse(textIn(this.#whole.subarray(ALIGNMENT, ALIGNMENT + length))) as Head;
    this.#first = aligned(ALIGNMENT + length);
  }

  /** Tells whether bytes are sections. */
  static areSections(bytes: Bytes): boolean {
    return bytes.length >= ALIGNMENT &&
      new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MARK;
  }

  /** The bytes of a section. */
  bytes([from, length]: Section): Bytes {
    return this.#whole.subarray(this.#first + from, this.#first + from + length);
  }

  /** The text of a section. */
  text(section: Section): string {
    return textIn(this.bytes(section));
  }

  /** The numbers of a section. */
  uint16([from, length]: Section): Uint16Array {
    return new Uint16Array(this.#whole.buffer, this.#at(from), length / 2);
  }

  /** The numbers of a section. */
  uint32([from, length]: Section): Uint32Array {
    return new Uint32Array(this.#whole.buffer, this.#at(from), length / 4);
  }

  /** The numbers of a section. */
  int32([from, length]: Section): Int32Array {
    return new Int32Array(this.#whole.buffer, this.#at(from), length / 4);
  }

  /** The numbers of a section. */
  float64([from, length]: Section): Float64Array {
    return new Float64Array(this.#whole.buffer, this.#at(from), length / 8);
  }

  #at(from: number): number {
    return this.#whole.byteOffset + this.#first + from;
  }
}

function textIn(bytes: Bytes): string {
  return new TextDecoder().decode(bytes);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
