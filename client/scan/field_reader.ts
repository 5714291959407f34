/**
 * The seam between a record and its fields: how the value of one field is read, record after
 * record.
 *
 * @module
 */

import type { JsonBytes } from "./json_bytes.ts";

/** Records that are read before they are handed out. */
export const ROOM = 512;

/** Where a value stands. */
export interface ValuePlace extends JsonBytes {
  /** Where what has come ends; behind it stand zeros. */
  readonly until: number;
}

/** Reads the values of one field. */
export interface FieldReader {
  /**
   * Reads the value of a record.
   *
   * @param at Where it begins.
   * @param row Which record it is of, below {@linkcode ROOM}.
   * @returns Where it ends; -1 for what is not complete, or is written otherwise.
   */
  read(json: ValuePlace, at: number, row: number): number;
}
