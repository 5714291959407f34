/**
 * Reads of the amounts as they are shown the first one: it tells how the others are written.
 *
 * @module
 */

import type { NumberedRows } from "../../domain/transactions/numbered_rows.ts";
import { parseJson } from "../_json.ts";
import type { FieldReader, ValuePlace } from "./field_reader.ts";
import { NULL, QUOTE, textEnd } from "./json_bytes.ts";

/** Keeps the first text. */
export class ShownReader implements FieldReader {
  #shown: NumberedRows["shown"] = null;

  /** Gives the text with its record, and forgets it. */
  taken(): NumberedRows["shown"] {
    const shown = this.#shown;
    this.#shown = null;
    return shown;
  }

  /** Forgets the text of a record that was read in vain. */
  drop(row: number): void {
    if (this.#shown?.at === row) this.#shown = null;
  }

  /** Reads a text, or `null`. */
  read({ bytes, words }: ValuePlace, at: number, row: number): number {
    if (words.getInt32(at, true) === NULL) return at + 4;
    if (bytes[at] !== QUOTE) return -1;
    const end = textEnd(bytes, at + 1);
    if (end < 0 || this.#shown !== null) return end;
    const formatted = parseJson(decoder.decode(bytes.subarray(at, end))) as string;
    this.#shown = { at: row, formatted };
    return end;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
