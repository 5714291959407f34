/**
 * One field of many transactions, dictionary-encoded: each different value once, and for each
 * transaction the place of its value.
 *
 * @module
 */

import { copyRuns, countOf, type Run } from "./rearrangement.ts";
import { type FieldValue, ValueDictionary } from "./value_dictionary.ts";
import type { ValueLiterals } from "./value_literals.ts";

export type { FieldValue } from "./value_dictionary.ts";

/** The places of a column's values among its different ones. */
export type ValuePlaces = Uint16Array | Uint32Array;

/** Appended values are gathered into the dictionary when they come to this many. */
const MOST_APPENDED = 512;
const MOST_SHORT = 0x1_0000;
/** So few values are looked for one by one: to list all of them for that would take longer. */
const FEW = 4;

/** The different values of a column, which may be read when they are first asked for. */
export class ColumnValues {
  /** How many there are. */
  readonly count: number;
  #read: (() => readonly FieldValue[]) | null;
  #write: (() => ValueLiterals) | null;
  #list: readonly FieldValue[] | null = null;
  #known: ReadonlySet<FieldValue> | null = null;

  /**
   * Makes a dictionary of so many values, from a way to read them.
   *
   * @param write Writes them as JSON without reading them; absent where nothing does.
   */
  constructor(
    count: number,
    read: () => readonly FieldValue[],
    write: (() => ValueLiterals) | null = null,
  ) {
    this.count = count;
    this.#read = read;
    this.#write = write;
  }

  /** The values as JSON; `null` where they have been read, or nothing writes them unread. */
  get literals(): ValueLiterals | null {
    return this.#write?.() ?? null;
  }

  /** Tells whether any of some values is among these. */
  includesAny(wanted: ReadonlyMap<FieldValue, unknown>): boolean {
    if (wanted.size <= FEW && this.#known === null) {
      for (const value of wanted.keys()) if (this.list.includes(value)) return true;
      return false;
    }
    const known = this.#known ??= new Set(this.list);
    for (const value of wanted.keys()) if (known.has(value)) return true;
    return false;
  }

  /** The values, read once. */
  get list(): readonly FieldValue[] {
    if (this.#read !== null) {
      this.#list = this.#read();
      this.#read = null;
      this.#write = null;
    }
    return this.#list as readonly FieldValue[];
  }
}

/**
 * A column. Values that came after the dictionary was made stand behind it, so that a few
 * changes read nothing.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const column = columnOf(["red", null, "red"]);
 * assertEquals([column.at(2), column.valueCount], ["red", 2]);
 * ```
 */
export class Column {
  readonly values: ColumnValues;
  readonly appended: readonly FieldValue[];
  readonly places: ValuePlaces;

  /** Makes a column of its parts. */
  constructor(
    values: ColumnValues,
    places: ValuePlaces,
    appended: readonly FieldValue[] = [],
  ) {
    this.values = values;
    this.places = places;
    this.appended = appended;
  }

  /** How many different values there are, as places count them. */
  get valueCount(): number {
    return this.values.count + this.appended.length;
  }

  /** The value of a transaction. */
  at(place: number): FieldValue {
    return this.value(this.places[place] as number);
  }

  /** A value by its place among the different ones. */
  value(nth: number): FieldValue {
    const { values } = this;
    return nth < values.count ? values.list[nth] : this.appended[nth - values.count];
  }

  /** All different values, as places count them. */
  get all(): readonly FieldValue[] {
    return this.appended.length === 0 ? this.values.list : [...this.values.list, ...this.appended];
  }

  /**
   * Gives the column of other transactions.
   *
   * @param runs Which of these stay where, and where new ones come.
   * @param added The new values.
   */
  rearranged(runs: readonly Run[], added: readonly FieldValue[]): Column {
    const builder = new AppendedValues(this);
    const places = added.map((value) => builder.placeOf(value));
    const fresh = placesFor(this.valueCount + added.length, countOf(runs));
    copyRuns<ValuePlaces>(runs, this.places, fresh);
    let at = 0;
    for (const { from, count } of runs) {
      if (from < 0) fresh[at] = places[-1 - from] as number;
      at += count;
    }
    return new Column(this.values, fresh, builder.appended).#gathered();
  }

  /** Gives the column with other values in some places. */
  replaced(places: readonly number[], valueAt: (place: number) => FieldValue): Column {
    const builder = new AppendedValues(this);
    const fresh = placesFor(this.valueCount + places.length, this.places.length);
    fresh.set(this.places);
    for (const place of places) fresh[place] = builder.placeOf(valueAt(place));
    return new Column(this.values, fresh, builder.appended).#gathered();
  }

  #gathered(): Column {
    if (this.appended.length <= MOST_APPENDED) return this;
    return columnOf(Array.from(this.places, (nth) => this.value(nth)));
  }
}

/** A column that is laid out when it is first asked for; `null` where no transaction has it. */
export type UnlaidColumn = () => Column | null;

/** Values behind a dictionary, each once; those in the dictionary are not looked for. */
class AppendedValues {
  readonly appended: FieldValue[];
  readonly #first: number;

  constructor(column: Column) {
    this.appended = [...column.appended];
    this.#first = column.values.count;
  }

  placeOf(value: FieldValue): number {
    const known = this.appended.indexOf(value);
    return this.#first + (known >= 0 ? known : this.appended.push(value) - 1);
  }
}

/** Collects the values of a column one after another. */
export class ColumnBuilder {
  readonly #places: ValuePlaces;
  readonly #dictionary = new ValueDictionary();
  #last: FieldValue = undefined;
  #lastPlace = -1;

  /** Makes a column for so many transactions, which all lack the field so far. */
  constructor(count: number) {
    this.#places = placesFor(count + 1, count);
  }

  /** Gives a transaction its value. */
  set(place: number, value: FieldValue): void {
    if (value !== this.#last || this.#lastPlace < 0) {
      this.#lastPlace = this.#dictionary.placeOf(value);
      this.#last = value;
    }
    this.#places[place] = this.#lastPlace;
  }

  /** The column, each of whose transactions was given its value. */
  build(): Column {
    const { values } = this.#dictionary;
    return new Column(new ColumnValues(values.length, () => values), this.#places);
  }
}

/**
 * Makes a column of values.
 *
 * @param values The value of each transaction.
 */
export function columnOf(values: readonly FieldValue[]): Column {
  const builder = new ColumnBuilder(values.length);
  for (let at = 0; at < values.length; at++) builder.set(at, values[at]);
  return builder.build();
}

/**
 * Makes the column of a field that no transaction has.
 *
 * @param count How many transactions there are.
 */
export function absentColumn(count: number): Column {
  return new Column(NOTHING, placesFor(1, count));
}

const NOTHING = new ColumnValues(1, () => [undefined]);

/**
 * Makes room for places.
 *
 * @param valueCount How many different values there may be.
 * @param count How many transactions there are.
 */
export function placesFor(valueCount: number, count: number): ValuePlaces {
  return valueCount <= MOST_SHORT ? new Uint16Array(count) : new Uint32Array(count);
}
