/**
 * Equality of records by their fields: the one place that tells whether a record is as it
 * was asked for.
 *
 * @module
 */

import type { Fields, FieldValue } from "./change.ts";

/**
 * Tells whether a field has the value that was asked for. Upstream writes "no value"
 * as `null`, as nothing or, for flags, as empty text.
 *
 * @param wanted What was asked.
 * @param found What upstream answered.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isSameValue(null, ""), isSameValue(0, null)], [true, false]);
 * ```
 */
export function isSameValue(wanted: FieldValue | undefined, found: unknown): boolean {
  return wanted === found || (isNothing(wanted) && isNothing(found));
}

/**
 * Tells whether a record has all the values that are wanted.
 *
 * @param wanted Fields and values; `null` for a record that is not to be there.
 * @param record The record; `null` when it is not there.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const record = { id: "t", flag_color: "", amount: 5 };
 * assertEquals([holds({ flag_color: null }, record), holds({ amount: 6 }, record)], [true, false]);
 * assertEquals([holds(null, record), holds(null, null)], [false, true]);
 * ```
 */
export function holds(wanted: Fields | null, record: object | null): boolean {
  if (wanted === null || record === null) return wanted === record;
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, value]) => isSameValue(value, fields[name]));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
