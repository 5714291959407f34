/**
 * Reads truths, and values that are looked at and not kept.
 *
 * @module
 */

import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { falseEnd, NULL, otherEnd, QUOTE, textEnd, TRUE } from "./json_bytes.ts";

/** Reads whether transactions are approved. */
export class ApprovedReader implements FieldReader {
  /** 1 for each record that is. */
  readonly approved = new Uint8Array(ROOM);

  /** Reads the truth of a record. */
  read(json: ValuePlace, at: number, row: number): number {
    const isApproved = json.words.getInt32(at, true) === TRUE;
    this.approved[row] = isApproved ? 1 : 0;
    return isApproved ? at + 4 : falseEnd(json, at);
  }
}

/** Reads that transactions are not deleted; one that is is left to others. */
export class LiveReader implements FieldReader {
  /** Reads `false`. */
  read(json: ValuePlace, at: number): number {
    return falseEnd(json, at);
  }
}

/** Passes any plain value. */
export class PassedReader implements FieldReader {
  /** Gives where a value ends. */
  read(json: ValuePlace, at: number): number {
    if (json.bytes[at] === QUOTE) return textEnd(json.bytes, at + 1);
    return json.words.getInt32(at, true) === NULL ? at + 4 : otherEnd(json, at);
  }
}
