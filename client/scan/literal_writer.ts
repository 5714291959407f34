/**
 * Writes texts that were read from JSON as a JSON array: their bytes are copied as they are.
 *
 * @module
 */

import type { ValueLiterals } from "../../domain/transactions/value_literals.ts";
import { type JsonBytes, jsonRoom, QUOTE } from "./json_bytes.ts";

const [OPENING, COMMA, CLOSING] = [0x5b, 0x2c, 0x5d];
/** Two quotes and a comma. */
const AROUND = 3;

/** Writes value after value; at least one. */
export class LiteralWriter {
  readonly #room: JsonBytes;
  #to = 0;
  readonly #starts: Int32Array;
  #count = 0;
  readonly #others: ReadonlyMap<number, unknown>;
  readonly #otherPlaces: readonly number[];
  readonly #otherJson: readonly Uint8Array[];
  #nextOther = 0;

  /**
   * Makes room.
   *
   * @param others Values that are no such texts, in the order of the places that they are to have.
   * @param size How many values there are in all, and how many bytes the texts among them have.
   */
  constructor(
    others: ReadonlyMap<number, unknown>,
    { count, length }: { readonly count: number; readonly length: number },
  ) {
    this.#others = others;
    this.#otherPlaces = [...others.keys()];
    this.#otherJson = Array.from(others.values(), (one) => encoder.encode(JSON.stringify(one)));
    const ofOthers = this.#otherJson.reduce((sum, json) => sum + json.length, 0);
    this.#room = jsonRoom(1 + length + AROUND * count + ofOthers);
    this.#starts = new Int32Array(count + 1);
    this.#room.bytes[this.#to++] = OPENING;
    this.#starts[0] = this.#to;
  }

  /** Writes the value of a place, if it is one of the others. */
  writeOther(place: number): boolean {
    if (this.#otherPlaces[this.#nextOther] !== place) return false;
    const json = this.#otherJson[this.#nextOther++] as Uint8Array;
    this.#room.bytes.set(json, this.#to);
    this.#end(this.#to + json.length);
    return true;
  }

  /** Writes a text, from one of some bytes up to another. */
  write({ words }: JsonBytes, from: number, until: number): void {
    const { bytes, words: own } = this.#room;
    let to = this.#to;
    bytes[to++] = QUOTE;
    // There is room for what is copied too much, and the next one is written over it.
    for (let at = from; at < until; at += 4) {
      own.setInt32(to + at - from, words.getInt32(at, true), true);
    }
    to += until - from;
    bytes[to++] = QUOTE;
    this.#end(to);
  }

  /** All that was written. */
  ended(): ValueLiterals {
    const { bytes } = this.#room;
    bytes[this.#to - 1] = CLOSING;
    return { json: bytes.subarray(0, this.#to), starts: this.#starts, special: this.#others };
  }

  #end(to: number): void {
    this.#room.bytes[to] = COMMA;
    this.#to = to + 1;
    this.#count += 1;
    this.#starts[this.#count] = this.#to;
  }
}

const encoder = new TextEncoder();
