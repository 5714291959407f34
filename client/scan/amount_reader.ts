/**
 * Reads amounts, which are whole numbers of milliunits.
 *
 * @module
 */

import { MOST_MILLIUNITS } from "../answers/value_kinds.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";

const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];

/** Reads whole numbers; one with a point or a power is left to others, and so is minus zero. */
export class AmountReader implements FieldReader {
  /** One for each record. */
  readonly amounts = new Float64Array(ROOM);

  /** Reads the amount of a record. */
  read({ bytes }: ValuePlace, from: number, row: number): number {
    const isNegative = bytes[from] === MINUS;
    let at = isNegative ? from + 1 : from;
    const first = at;
    let amount = 0;
    while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) {
      amount = amount * 10 + (bytes[at] as number) - ZERO;
      at += 1;
    }
    if (at === first || amount > MOST_MILLIUNITS) return -1;
    if (bytes[first] === ZERO && (isNegative || at > first + 1)) return -1;
    this.amounts[row] = isNegative ? -amount : amount;
    return at;
  }
}
