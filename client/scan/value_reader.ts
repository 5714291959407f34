/**
 * Reads the values of a field as places among its different ones.
 *
 * @module
 */

import { parseJson } from "../_json.ts";
import { MOST_ID_LENGTH } from "../answers/value_kinds.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { Followers } from "./followers.ts";
import { NULL, otherEnd, QUOTE } from "./json_bytes.ts";
import { LiteralColumn, type TextLengths } from "./literal_column.ts";
import type { FieldKind } from "./record_template.ts";

const LENGTHS: Readonly<Partial<Record<FieldKind, TextLengths>>> = {
  reference: { least: 1, most: MOST_ID_LENGTH },
  referenceOrNone: { least: 1, most: MOST_ID_LENGTH },
};
/** Kinds of which each record has a text. */
const NEEDED: ReadonlySet<FieldKind> = new Set(["text", "reference"]);

/** Reads texts and `null`, and of a field that is not known anything plain. */
export class ValueReader implements FieldReader {
  /** For each record the place of its value. */
  readonly places = new Uint32Array(ROOM);
  readonly values: LiteralColumn;
  readonly #isNeeded: boolean;
  readonly #isAnything: boolean;
  /** The field that tells most likely what the value is. */
  readonly #leading: Uint32Array | null;
  readonly #following = new Followers();
  #last = -1;

  /**
   * Makes a reader.
   *
   * @param kind What the values may be.
   * @param values Those that have come before.
   * @param leader The field before this one that its values go with.
   */
  constructor(kind: FieldKind, values?: LiteralColumn, leader?: ValueReader) {
    this.values = values ?? new LiteralColumn(LENGTHS[kind]);
    this.#isNeeded = NEEDED.has(kind);
    this.#isAnything = kind === "anything";
    this.#leading = leader?.places ?? null;
  }

  /** Reads the value of a record. */
  read(json: ValuePlace, at: number, row: number): number {
    if (json.bytes[at] !== QUOTE) return this.#readOther(json, at, row);
    const values = this.values;
    const led = this.#leading === null ? -1 : this.#leading[row] as number;
    const guess = led < 0 ? this.#last : this.#following.at(led);
    const place = values.placeOfText(json, at + 1, guess);
    if (place < 0) return -1;
    this.places[row] = place;
    if (led < 0) this.#last = place;
    else if (place !== guess) this.#following.set(led, place);
    return values.end;
  }

  /** Has a record have no value. */
  passNull(row: number): void {
    this.places[row] = this.values.placeOfOther(null);
  }

  #readOther(json: ValuePlace, at: number, row: number): number {
    if (json.words.getInt32(at, true) === NULL) {
      if (this.#isNeeded) return -1;
      this.passNull(row);
      return at + 4;
    }
    if (!this.#isAnything) return -1;
    const end = otherEnd(json, at);
    if (end < 0) return -1;
    const value = parseJson(String.fromCharCode(...json.bytes.subarray(at, end)));
    if (Object.is(value, -0) || value === undefined) return -1;
    this.places[row] = this.values.placeOfOther(value);
    return end;
  }
}
