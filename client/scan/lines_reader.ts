/**
 * Reads the lines of splits: most transactions have none, and those of the others are parsed.
 *
 * @module
 */

import type { SplitLineRecord } from "../../domain/plan/plan_records.ts";
import { isRecord, parseJson } from "../_json.ts";
import type { FieldReader, ValuePlace } from "./field_reader.ts";
import { bracketsEnd } from "./json_bytes.ts";

const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];

/** Reads lists of lines. */
export class LinesReader implements FieldReader {
  readonly #areSound: (lines: readonly unknown[]) => boolean;
  #lines = new Map<number, readonly SplitLineRecord[]>();

  /**
   * Makes a reader.
   *
   * @param areSound Tells whether lines are.
   */
  constructor(areSound: (lines: readonly unknown[]) => boolean) {
    this.#areSound = areSound;
  }

  /** Gives the lines by their records, and forgets them. */
  taken(): ReadonlyMap<number, readonly SplitLineRecord[]> {
    const lines = this.#lines;
    this.#lines = new Map();
    return lines;
  }

  /** Forgets the lines of a record that was read in vain. */
  drop(row: number): void {
    this.#lines.delete(row);
  }

  /** Reads the lines of a record. */
  read({ bytes, until }: ValuePlace, at: number, row: number): number {
    if (bytes[at] !== OPEN_LIST) return -1;
    if (bytes[at + 1] === CLOSE_LIST) return at + 2;
    const end = bracketsEnd(bytes, at, until);
    if (end < 0) return -1;
    const lines = parseJson(decoder.decode(bytes.subarray(at, end)));
    if (!Array.isArray(lines) || !lines.every(isRecord) || !this.#areSound(lines)) return -1;
    if (lines.length > 0) this.#lines.set(row, lines as unknown as readonly SplitLineRecord[]);
    return end;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
