/**
 * Garbage collection of a dictionary: a column without the values that no transaction has any more.
 *
 * @module
 */

import type { Column, FieldValue, ValuePlaces } from "../../domain/transactions/column.ts";
import type { ValueLiterals } from "../../domain/transactions/value_literals.ts";

/** A column without values that no transaction has. */
export interface UsedValues {
  readonly values: readonly FieldValue[];
  readonly places: ValuePlaces;
  /** Which of them stands for a missing field; -1 where none does. */
  readonly missing: number;
}

/**
 * Leaves out what no transaction has.
 *
 * @param column A column; as it stands where all its values are in use.
 */
export function usedOnly(column: Column): UsedValues {
  const { all, places } = column;
  const missing = all.indexOf(undefined);
  const isOnce = missing < 0 || all.lastIndexOf(undefined) === missing;
  const isLean = isOnce && valuesInOrder(places) === all.length;
  return isLean ? { values: all, places, missing } : numberedAgain(all, places);
}

/**
 * Gives the values of a column as JSON writes them.
 *
 * @param column A column.
 * @returns What needs no value to be read; `null` where they have been read, or not all are in use.
 */
export function literalsIn({ values, appended, places }: Column): ValueLiterals | null {
  const isLean = appended.length === 0 && valuesInOrder(places) === values.count;
  return isLean ? values.literals : null;
}

/** How many values there are, where each is first met behind all before it; otherwise -1. */
function valuesInOrder(places: ValuePlaces): number {
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const nth = places[at] as number;
    if (nth > count) return -1;
    if (nth === count) count += 1;
  }
  return count;
}

function numberedAgain(all: readonly FieldValue[], places: ValuePlaces): UsedValues {
  const numbers = new Int32Array(all.length).fill(-1);
  const values: FieldValue[] = [];
  const again = new Uint32Array(places.length);
  // Only one of them stands for a missing field.
  let missing = -1;
  for (let at = 0; at < places.length; at++) {
    const nth = places[at] as number;
    let number = numbers[nth] as number;
    if (number < 0) {
      const value = all[nth];
      number = value === undefined && missing >= 0 ? missing : values.push(value) - 1;
      if (value === undefined) missing = number;
      numbers[nth] = number;
    }
    again[at] = number;
  }
  return { values, places: again, missing };
}
