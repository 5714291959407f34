/**
 * A column of transactions that are still coming: one dictionary for all of them, of which each
 * chunk is given its part.
 *
 * @module
 */

import { Column, ColumnValues, placesFor, type ValuePlaces } from "./column.ts";
import { type FieldValue, ValueDictionary } from "./value_dictionary.ts";

/** Room for so many places at first. */
const FIRST_ROOM = 1_024;

/** Collects the values of a field, one transaction after another. */
export class GrowingColumn {
  #places = new Uint32Array(FIRST_ROOM);
  readonly #dictionary = new ValueDictionary();
  #last: FieldValue = undefined;
  #lastPlace = -1;
  /** For each place of the leading field's values the value that came with it last. */
  readonly #following: number[] = [];
  /** For each value its place in the chunk that is made; -1 outside of it. */
  #inChunk = new Int32Array(0);

  /**
   * Makes the column of a field.
   *
   * @param before How many transactions have come that lack the field.
   */
  constructor(before: number) {
    this.#reserve(before);
    // Room that was not written to stands for the first value.
    if (before > 0) this.#dictionary.placeOf(undefined);
  }

  /**
   * Gives transactions their values, from a place on.
   *
   * @param leader The column of an id that this one is the name of: what came with an id before
   * most likely comes with it again, and is found without being looked up.
   */
  add(from: number, field: string, given: readonly object[], leader?: GrowingColumn): void {
    this.#reserve(from + given.length);
    const places = this.#places;
    const dictionary = this.#dictionary;
    const { values } = dictionary;
    const leading = leader === undefined ? undefined : leader.#places;
    const following = this.#following;
    let [last, lastPlace] = [this.#last, this.#lastPlace];
    for (let at = 0; at < given.length; at++) {
      const value = (given[at] as Readonly<Record<string, FieldValue>>)[field];
      if (leading !== undefined) {
        const led = leading[from + at] as number;
        const guess = following[led];
        if (guess === undefined || values[guess] !== value) {
          following[led] = dictionary.placeOf(value);
        }
        places[from + at] = following[led] as number;
        continue;
      }
      if (value !== last || lastPlace < 0) {
        lastPlace = dictionary.placeOf(value);
        last = value;
      }
      places[from + at] = lastPlace;
    }
    [this.#last, this.#lastPlace] = [last, lastPlace];
  }

  /**
   * Gives the column of some transactions.
   *
   * @param rows Their places.
   * @returns The column; `null` where all of them lack the field.
   */
  columnOf(rows: Uint32Array): Column | null {
    const { values } = this.#dictionary;
    if (values.length === 1) return this.#constantColumn(rows.length);
    if (this.#inChunk.length < values.length) {
      this.#inChunk = new Int32Array(values.length).fill(-1);
    }
    const inChunk = this.#inChunk;
    const known = this.#places;
    const own: FieldValue[] = [];
    const used: number[] = [];
    const places: ValuePlaces = placesFor(rows.length, rows.length);
    for (let at = 0; at < rows.length; at++) {
      const nth = known[rows[at] as number] as number;
      let place = inChunk[nth] as number;
      if (place < 0) {
        place = own.push(values[nth]) - 1;
        inChunk[nth] = place;
        used.push(nth);
      }
      places[at] = place;
    }
    for (const nth of used) inChunk[nth] = -1;
    if (own.length === 1 && own[0] === undefined) return null;
    return new Column(new ColumnValues(own.length, () => own), places);
  }

  #constantColumn(count: number): Column | null {
    const [value] = this.#dictionary.values;
    if (value === undefined) return null;
    return new Column(new ColumnValues(1, () => [value]), placesFor(1, count));
  }

  #reserve(count: number): void {
    if (count <= this.#places.length) return;
    const room = new Uint32Array(Math.max(count, 2 * this.#places.length));
    room.set(this.#places);
    this.#places = room;
  }
}
