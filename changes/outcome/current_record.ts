/**
 * Records as they are now, held against what was asked.
 *
 * @module
 */

import type { Fields } from "../change.ts";
import { isSameValue } from "./verify.ts";

/** A record as it is now. */
export interface CurrentRow {
  readonly id: string;
}

/** Records by id. */
export type CurrentRows = Pick<ReadonlyMap<string, CurrentRow>, "get" | "has">;

/**
 * Tells whether a record has all the values that are wanted.
 *
 * @param wanted Fields and values.
 * @param row The record.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const row = { id: "t", flag_color: "", amount: 5 };
 * assertEquals([holds({ flag_color: null }, row), holds({ amount: 6 }, row)], [true, false]);
 * ```
 */
export function holds(wanted: Fields, row: CurrentRow): boolean {
  const fields = row as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, value]) => isSameValue(value, fields[name]));
}
