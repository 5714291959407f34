/**
 * Reads days as one number each, such as 20240131.
 *
 * @module
 */

import { day } from "../answers/value_kinds.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { QUOTE } from "./json_bytes.ts";

const DAY_LENGTH = 10;
const [MINUS, ZERO] = [0x2d, 0x30];

/** Reads days that are in the calendar. */
export class DayReader implements FieldReader {
  /** One for each record. */
  readonly days = new Int32Array(ROOM);
  /** Known to be in the calendar. */
  #last = 0;

  /** Reads the day of a record. */
  read({ bytes }: ValuePlace, at: number, row: number): number {
    const end = at + DAY_LENGTH + 1;
    if (bytes[at] !== QUOTE || bytes[end] !== QUOTE) return -1;
    let number = 0;
    for (let next = at + 1; next < end; next++) {
      const digit = (bytes[next] as number) - ZERO;
      if (next === at + 5 || next === at + 8) {
        if (bytes[next] !== MINUS) return -1;
      } else if (digit < 0 || digit > 9) return -1;
      else number = number * 10 + digit;
    }
    if (number !== this.#last) {
      if (!day(String.fromCharCode(...bytes.subarray(at + 1, end)))) return -1;
      this.#last = number;
    }
    this.days[row] = number;
    return end + 1;
  }
}
