/**
 * A column of transactions that are still coming: one dictionary for all of them, of which each
 * chunk is given its part.
 *
 * @module
 */

import { Column, ColumnValues, placesFor, type UnlaidColumn, type ValuePlaces } from "./column.ts";
import { grownRoom } from "./grown_room.ts";
import type { NumberedValues } from "./numbered_rows.ts";
import { type FieldValue, ValueDictionary } from "./value_dictionary.ts";
import type { ValueLiterals } from "./value_literals.ts";

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
  /** The values that the numbers of others stand for. */
  #numbered: NumberedValues | null = null;
  /** Whether they are all that there are: then their numbers are the places. */
  #isNumbered = true;
  /** Otherwise the place of each. */
  #placeOfNumber: number[] = [];
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
    this.#mix();
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
   * Gives transactions values that were numbered before, from a place on.
   *
   * @param numbers For each transaction the place of its value among the given ones.
   */
  addNumbered(from: number, numbers: Uint32Array, values: NumberedValues): void {
    const count = numbers.length;
    this.#reserve(from + count);
    const isOnly = this.#numbered === values || (this.#numbered === null && from === 0);
    if (this.#isNumbered && isOnly) {
      this.#numbered = values;
      return this.#places.set(numbers, from);
    }
    this.#mix();
    const known = this.#placesOf(values);
    for (let at = 0; at < count; at++) {
      this.#places[from + at] = known[numbers[at] as number] as number;
    }
  }

  /** Has transactions lack the field, from a place on. */
  addMissing(from: number, count: number): void {
    this.#reserve(from + count);
    this.#mix();
    this.#places.fill(this.#dictionary.placeOf(undefined), from, from + count);
  }

  /**
   * Gives the column of some transactions: to be laid out when it is first asked for, as most
   * answers need few columns of few chunks.
   *
   * @param rows Their places.
   * @returns The column, laid out where only that tells whether there is one; `null` where all of
   * them lack the field.
   */
  columnOf(rows: Uint32Array): Column | UnlaidColumn | null {
    const isInAll = this.#isNumbered && this.#numbered !== null;
    return isInAll ? () => this.#laidOut(rows) : this.#laidOut(rows);
  }

  #laidOut(rows: Uint32Array): Column | null {
    const values = this.#values;
    const known = this.#places;
    if (values.count === 1) {
      return columnOfSome(values, new Int32Array(1), placesFor(1, rows.length));
    }
    if (this.#inChunk.length < values.count) {
      this.#inChunk = new Int32Array(values.count).fill(-1);
    }
    const inChunk = this.#inChunk;
    const used = new Int32Array(Math.min(rows.length, values.count));
    let count = 0;
    const places: ValuePlaces = placesFor(rows.length, rows.length);
    for (let at = 0; at < rows.length; at++) {
      const nth = known[rows[at] as number] as number;
      let place = inChunk[nth] as number;
      if (place < 0) {
        place = count++;
        used[place] = nth;
        inChunk[nth] = place;
      }
      places[at] = place;
    }
    for (let at = 0; at < count; at++) inChunk[used[at] as number] = -1;
    return columnOfSome(values, used.slice(0, count), places);
  }

  get #values(): NumberedValues {
    if (this.#isNumbered && this.#numbered !== null) return this.#numbered;
    const { values } = this.#dictionary;
    return { count: values.length, list: () => values };
  }

  /** From now on there are values besides those that were numbered by others. */
  #mix(): void {
    const numbered = this.#isNumbered ? this.#numbered : null;
    this.#isNumbered = false;
    if (numbered !== null) this.#placesOf(numbered);
  }

  /** The places of values that were numbered by others. */
  #placesOf(values: NumberedValues): readonly number[] {
    if (this.#numbered !== values) {
      this.#numbered = values;
      this.#placeOfNumber = [];
    }
    const known = this.#placeOfNumber;
    if (known.length === values.count) return known;
    const list = values.list();
    const isFirst = known.length === this.#dictionary.values.length;
    for (let nth = known.length; nth < values.count; nth++) {
      known.push(
        isFirst ? this.#dictionary.append(list[nth]) : this.#dictionary.placeOf(list[nth]),
      );
    }
    return known;
  }

  #reserve(count: number): void {
    if (count <= this.#places.length) return;
    const room = new Uint32Array(grownRoom(this.#places.length, count));
    room.set(this.#places);
    this.#places = room;
  }
}

/** Makes a column of some values, which are looked up when they are first asked for. */
function columnOfSome(
  values: NumberedValues,
  used: Int32Array,
  places: ValuePlaces,
): Column | null {
  const read = (): readonly FieldValue[] => {
    const list = values.list();
    return Array.from(used, (nth) => list[nth]);
  };
  const write = values.literalsOf === undefined
    ? null
    : (): ValueLiterals => (values as Required<NumberedValues>).literalsOf(used);
  if (used.length > 1) return new Column(new ColumnValues(used.length, read, write), places);
  const only = read();
  return only[0] === undefined ? null : new Column(new ColumnValues(1, () => only), places);
}
