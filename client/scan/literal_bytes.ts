/**
 * The bytes of the different texts of one field, one behind the other.
 *
 * @module
 */

import type { ValueLiterals } from "../../domain/transactions/value_literals.ts";
import { areSame, type JsonBytes, jsonRoom, QUOTE, ZEROS_BEHIND } from "./json_bytes.ts";
import { LiteralWriter } from "./literal_writer.ts";

const FIRST_ROOM = 64;
const FIRST_BYTES = 1_024;
/** By so much room grows. */
const LARGER = 4;

/** Texts as they are written in JSON, without their quotes. */
export class LiteralBytes {
  /** Where the bytes of each text begin; those of the next one end them. */
  #starts = new Int32Array(FIRST_ROOM + 1);
  #bytes = jsonRoom(FIRST_BYTES);
  #count = 0;
  #placeOfEmpty = -1;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds a text.
   *
   * @returns Its place.
   */
  add({ words }: JsonBytes, from: number, until: number): number {
    const place = this.#reserve(until - from);
    const own = this.#bytes.words;
    let to = this.#starts[place] as number;
    // There is room for what is copied too much, and the next one is written over it.
    for (let at = from; at < until; at += 4, to += 4) {
      own.setInt32(to, words.getInt32(at, true), true);
    }
    if (from === until) this.#placeOfEmpty = place;
    return place;
  }

  /** Takes a place for what is no text: it is found nowhere. */
  addOther(): number {
    return this.#reserve(0);
  }

  /** Where a text that is known ends behind its quote, if it stands there; otherwise -1. */
  endAt(json: JsonBytes, at: number, place: number): number {
    const from = this.#starts[place] as number;
    const length = (this.#starts[place + 1] as number) - from;
    if (json.bytes[at + length] !== QUOTE) return -1;
    if (length === 0 && place !== this.#placeOfEmpty) return -1;
    return areSame(json, at, this.#bytes, from, length) ? at + length + 1 : -1;
  }

  /**
   * Makes some texts, each byte of which is a character: all of them are read at once.
   *
   * @param to Where they are appended.
   */
  appendTexts(to: unknown[], from: number, until: number): void {
    const starts = this.#starts;
    const first = starts[from] as number;
    const text = decoder.decode(this.#bytes.bytes.subarray(first, starts[until]));
    for (let place = from; place < until; place++) {
      const start = starts[place] as number;
      to.push(text.slice(start - first, (starts[place + 1] as number) - first));
    }
  }

  /**
   * Writes texts as a JSON array: their bytes are copied, as they are the same in JSON.
   *
   * @param places Which of them, in this order; at least one.
   * @param special By place what is no text, or is written with more bytes than characters.
   */
  written(places: ArrayLike<number>, special: ReadonlyMap<number, unknown>): ValueLiterals {
    const others = new Map<number, unknown>();
    let length = 0;
    for (let nth = 0; nth < places.length; nth++) {
      const place = places[nth] as number;
      const value = special.size === 0 ? undefined : special.get(place);
      if (value !== undefined) others.set(nth, value);
      length += (this.#starts[place + 1] as number) - (this.#starts[place] as number);
    }
    const writer = new LiteralWriter(others, { count: places.length, length });
    for (let nth = 0; nth < places.length; nth++) {
      const place = places[nth] as number;
      if (!writer.writeOther(nth)) {
        writer.write(this.#bytes, this.#starts[place] as number, this.#starts[place + 1] as number);
      }
    }
    return writer.ended();
  }

  #reserve(length: number): number {
    const place = this.#count;
    if (place + 1 === this.#starts.length) {
      const starts = new Int32Array(LARGER * place + 1);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    const end = (this.#starts[place] as number) + length;
    const { bytes } = this.#bytes;
    if (end + ZEROS_BEHIND > bytes.length) {
      const room = jsonRoom(Math.max(end, LARGER * bytes.length));
      room.bytes.set(bytes);
      this.#bytes = room;
    }
    this.#starts[place + 1] = end;
    this.#count += 1;
    return place;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
