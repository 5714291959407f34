/**
 * Reads days as one number each, such as 20240131.
 *
 * @module
 */

import { isInCalendar } from "../answers/value_kinds.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { QUOTE } from "./json_bytes.ts";

const DAY_LENGTH = 10;
const [MINUS, ZERO] = [0x2d, 0x30];

/** Reads days that are in the calendar. */
export class DayReader implements FieldReader {
  /** One for each record. */
  readonly days = new Int32Array(ROOM);
  /** The day that came last, with its quotes four bytes at a time: most come again at once. */
  #last = 0;
  #year = 0;
  #month = 0;
  #day = 0;

  /** Reads the day of a record. */
  read({ bytes, words }: ValuePlace, at: number, row: number): number {
    // One after the other: behind what has come there is room for no more than one.
    const isLast = this.#last > 0 && words.getInt32(at, true) === this.#year &&
      words.getInt32(at + 4, true) === this.#month && words.getInt32(at + 8, true) === this.#day;
    if (!isLast) {
      const number = newDay(bytes, at);
      if (number < 0) return -1;
      this.#last = number;
      this.#year = words.getInt32(at, true);
      this.#month = words.getInt32(at + 4, true);
      this.#day = words.getInt32(at + 8, true);
    }
    this.days[row] = this.#last;
    return at + DAY_LENGTH + 2;
  }
}

/** The number of a day; -1 for what is none. */
function newDay(bytes: Uint8Array, at: number): number {
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
  const months = Math.floor(number / 100);
  return isInCalendar(Math.floor(months / 100), months % 100, number % 100) ? number : -1;
}
