import type { TransactionRecord } from "../base/plan_records.ts";

/** A plain JSON value; `undefined` if the transaction doesn't have the field. */
export type FieldValue = unknown;

export type ValuePlaces = Uint8Array | Uint16Array | Uint32Array;

const [MAX_UINT8, MAX_UINT16] = [0x100, 0x1_0000];

/** A dictionary-encoded column. The dictionary and the indexes are read on first use. */
export class Column {
  /** Number of values in the dictionary. After edits, some values may be duplicates or unused. */
  readonly valueCount: number;
  readonly #readPlaces: () => ValuePlaces;
  readonly #readValues: () => readonly FieldValue[];
  #places: ValuePlaces | null = null;
  #values: readonly FieldValue[] | null = null;

  constructor(valueCount: number, places: () => ValuePlaces, values: () => readonly FieldValue[]) {
    this.valueCount = valueCount;
    this.#readPlaces = places;
    this.#readValues = values;
  }

  /** Index of each transaction's value in {@linkcode Column.all}. */
  get places(): ValuePlaces {
    return this.#places ??= this.#readPlaces();
  }

  get all(): readonly FieldValue[] {
    return this.#values ??= this.#readValues();
  }

  at(place: number): FieldValue {
    return this.all[this.places[place] as number];
  }

  /** Returns this column reordered by the given indexes; `-1 - n` means index n in `added`. */
  reordered(order: Int32Array, added: Column): Column {
    const values = added.places.length === 0 ? this.all : [...this.all, ...added.all];
    const places = placesFor(values.length, order.length);
    for (let at = 0; at < order.length; at++) {
      const from = order[at] as number;
      places[at] = from < 0
        ? this.valueCount + (added.places[-1 - from] as number)
        : this.places[from] as number;
    }
    return new Column(values.length, () => places, () => values);
  }
}

export function columnAmong(given: readonly TransactionRecord[], name: string): Column {
  const places = placesFor(given.length, given.length);
  const values: FieldValue[] = [];
  const known = new Map<FieldValue, number>();
  let last: FieldValue = undefined;
  let lastPlace = -1;
  for (let at = 0; at < given.length; at++) {
    const value = (given[at] as unknown as Readonly<Record<string, FieldValue>>)[name];
    if (value !== last || lastPlace < 0) {
      const key = typeof value === "object" && value !== null
        ? `object ${JSON.stringify(value)}`
        : value;
      lastPlace = known.get(key) ?? values.push(value) - 1;
      known.set(key, lastPlace);
      last = value;
    }
    places[at] = lastPlace;
  }
  const narrow = placesFor(values.length, given.length);
  narrow.set(places);
  return new Column(values.length, () => narrow, () => values);
}

export function absentColumn(count: number): Column {
  return new Column(1, () => new Uint8Array(count), () => [undefined]);
}

export function placesFor(valueCount: number, count: number): ValuePlaces {
  if (valueCount <= MAX_UINT8) return new Uint8Array(count);
  return valueCount <= MAX_UINT16 ? new Uint16Array(count) : new Uint32Array(count);
}
