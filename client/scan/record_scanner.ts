/**
 * Reads transactions straight from the bytes of JSON into lists of numbers: no text and no record
 * is made of what has come before. What is not written exactly as the template says is left to
 * `JSON.parse` and its checks.
 *
 * @module
 */

import type { SplitLineRecord } from "../../domain/plan/plan_records.ts";
import type { NumberedRows } from "../../domain/transactions/numbered_rows.ts";
import { isRecord, parseJson } from "../_json.ts";
import { day, MOST_ID_LENGTH, MOST_MILLIUNITS } from "../answers/value_kinds.ts";
import {
  bracketsEnd,
  HEX,
  type JsonBytes,
  numberEnd,
  QUOTE,
  textEnd,
  wordOf,
} from "./json_bytes.ts";
import { LiteralColumn } from "./literal_column.ts";
import { type FieldKind, type TemplateField, templateOf } from "./record_template.ts";

/** Transactions that are handed out at once. */
const ROOM = 512;
const ID_WORDS = 4;
const UUID_LENGTH = 36;
const DAY_LENGTH = 10;
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];
const [OPEN_LIST, CLOSE_LIST, CLOSE_RECORD] = [0x5b, 0x5d, 0x7d];
const [BACKSLASH, FIRST_PRINTED, LAST_PRINTED] = [0x5c, 0x20, 0x7e];
const [NULL, TRUE, FALSE] = [wordOf("null"), wordOf("true"), wordOf("fals")];
const LAST_OF_FALSE = 0x65;
const LENGTHS: Readonly<Partial<Record<FieldKind, { least: number; most: number }>>> = {
  reference: { least: 1, most: MOST_ID_LENGTH },
  referenceOrNone: { least: 1, most: MOST_ID_LENGTH },
};
/** Fields whose values are no columns. */
const UNNUMBERED: ReadonlySet<FieldKind> = new Set([
  "id",
  "day",
  "amount",
  "approved",
  "deleted",
  "lines",
  "shown",
  "passed",
]);

/** A field that is being read. */
interface ScannedField extends TemplateField {
  readonly column: LiteralColumn;
  readonly places: Uint32Array;
  /** Where the place of what it goes with is written; `null` where it goes with nothing. */
  readonly leading: Uint32Array | null;
  /** For each place of that the value that came with it last. */
  readonly following: Followers;
  readonly isNumbered: boolean;
  last: number;
}

/** For each value of one field the value of another that came with it last. */
class Followers {
  #places = new Int32Array(64).fill(-1);

  at(led: number): number {
    return led < this.#places.length ? this.#places[led] as number : -1;
  }

  set(led: number, place: number): void {
    if (led >= this.#places.length) {
      const room = new Int32Array(2 * led).fill(-1);
      room.set(this.#places);
      this.#places = room;
    }
    this.#places[led] = place;
  }
}

/** Reads records one after another. */
export class RecordScanner {
  readonly #passLines: (lines: readonly unknown[]) => boolean;
  readonly #columns = new Map<string, LiteralColumn>();
  #names = "";
  #fields: readonly ScannedField[] | null = null;
  #count = 0;
  readonly #idWords = new Uint32Array(ROOM * ID_WORDS);
  readonly #days = new Int32Array(ROOM);
  readonly #amounts = new Float64Array(ROOM);
  readonly #approved = new Uint8Array(ROOM);
  #oddIds = new Map<number, string>();
  #lines = new Map<number, readonly SplitLineRecord[]>();
  #shown: NumberedRows["shown"] = null;
  #lastDay = 0;

  /**
   * Makes a scanner that knows no template.
   *
   * @param passLines Tells whether the lines of a split are sound.
   */
  constructor(passLines: (lines: readonly unknown[]) => boolean) {
    this.#passLines = passLines;
  }

  /** How many records were read since they were taken last. */
  get count(): number {
    return this.#count;
  }

  /** Whether no further record fits before they are taken. */
  get isFull(): boolean {
    return this.#count === ROOM;
  }

  /**
   * Learns how records are written.
   *
   * @param record One of them.
   * @returns Whether that was not known.
   */
  learn(record: object): boolean {
    const names = Object.keys(record);
    const joined = JSON.stringify(names);
    if (joined === this.#names) return false;
    this.#names = joined;
    const template = templateOf(names);
    this.#fields = template === null ? null : this.#scanned(template);
    return true;
  }

  /** Takes what was read; it holds until the next record is read. */
  taken(): NumberedRows {
    const rows = {
      count: this.#count,
      idWords: this.#idWords,
      oddIds: this.#oddIds,
      days: this.#days,
      amounts: this.#amounts,
      approved: this.#approved,
      fields: (this.#fields ?? []).filter(({ isNumbered }) => isNumbered)
        .map(({ name, places, column }) => ({ name, places, values: column })),
      lines: this.#lines,
      shown: this.#shown,
    };
    this.#count = 0;
    this.#oddIds = new Map();
    this.#lines = new Map();
    this.#shown = null;
    return rows;
  }

  /**
   * Reads a record.
   *
   * @param json With zeros behind what has come.
   * @param from Where the record begins.
   * @param until Where what has come ends.
   * @returns Where it ends; -1 where it is not complete, or is written otherwise.
   */
  read(json: JsonBytes, from: number, until: number): number {
    const { bytes, words } = json;
    const fields = this.#fields;
    if (fields === null) return -1;
    const row = this.#count;
    let at = from;
    for (let nth = 0; nth < fields.length; nth++) {
      const field = fields[nth] as ScannedField;
      const { length, before: { words: before } } = field;
      const last = length - 4;
      for (let next = 0; next < last; next += 4) {
        if (words.getInt32(at + next, true) !== before.getInt32(next, true)) {
          return this.#dropped(row);
        }
      }
      if (words.getInt32(at + last, true) !== before.getInt32(last, true)) {
        return this.#dropped(row);
      }
      at += length;
      at = field.isNumbered
        ? this.#numbered(field, json, at, row)
        : this.#fact(field.kind, json, at, until);
      if (at < 0) return this.#dropped(row);
    }
    if (bytes[at] !== CLOSE_RECORD) return this.#dropped(row);
    this.#count = row + 1;
    return at + 1;
  }

  #scanned(template: readonly TemplateField[]): readonly ScannedField[] {
    const places = new Map(template.map(({ name }) => [name, new Uint32Array(ROOM)]));
    return template.map((field) => ({
      ...field,
      column: this.#columnOf(field),
      places: places.get(field.name) as Uint32Array,
      leading: field.leader === null ? null : places.get(field.leader) as Uint32Array,
      following: new Followers(),
      isNumbered: !UNNUMBERED.has(field.kind),
      last: -1,
    }));
  }

  #columnOf({ name, kind }: TemplateField): LiteralColumn {
    const known = this.#columns.get(name) ?? new LiteralColumn(LENGTHS[kind]);
    this.#columns.set(name, known);
    return known;
  }

  /** What was read of a record that is written otherwise counts for nothing. */
  #dropped(row: number): number {
    this.#oddIds.delete(row);
    this.#lines.delete(row);
    if (this.#shown?.at === row) this.#shown = null;
    return -1;
  }

  #numbered(field: ScannedField, json: JsonBytes, at: number, row: number): number {
    const { bytes } = json;
    const { column, places, leading, following } = field;
    if (bytes[at] === QUOTE) {
      const led = leading === null ? -1 : leading[row] as number;
      const guess = led < 0 ? field.last : following.at(led);
      const place = column.placeOfText(json, at + 1, guess);
      if (place < 0) return -1;
      if (led < 0) field.last = place;
      else following.set(led, place);
      places[row] = place;
      return column.end;
    }
    if (json.words.getInt32(at, true) === NULL) {
      if (field.kind === "text" || field.kind === "reference") return -1;
      places[row] = column.placeOfOther(null);
      return at + 4;
    }
    if (field.kind !== "anything") return -1;
    const end = otherEnd(json, at);
    if (end < 0) return -1;
    const value = parseJson(String.fromCharCode(...bytes.subarray(at, end)));
    if (Object.is(value, -0) || value === undefined) return -1;
    places[row] = column.placeOfOther(value);
    return end;
  }

  #fact(kind: FieldKind, json: JsonBytes, at: number, until: number): number {
    const { bytes, words } = json;
    switch (kind) {
      case "id":
        return this.#id(bytes, at);
      case "day":
        return this.#day(bytes, at);
      case "amount":
        return this.#amount(bytes, at);
      case "approved": {
        const isApproved = words.getInt32(at, true) === TRUE;
        this.#approved[this.#count] = isApproved ? 1 : 0;
        return isApproved ? at + 4 : falseEnd(json, at);
      }
      case "deleted":
        return falseEnd(json, at);
      case "lines":
        return this.#splitLines(bytes, at, until);
      case "shown":
        return this.#shownAmount(json, at);
      default:
        if (bytes[at] === QUOTE) return textEnd(bytes, at + 1);
        return words.getInt32(at, true) === NULL ? at + 4 : otherEnd(json, at);
    }
  }

  #id(bytes: Uint8Array, at: number): number {
    const from = at + 1;
    if (bytes[at] !== QUOTE) return -1;
    if (bytes[from + UUID_LENGTH] === QUOTE && this.#isUuid(bytes, from)) {
      return from + UUID_LENGTH + 1;
    }
    let end = from;
    while (isPlain(bytes[end] as number)) end++;
    const length = end - from;
    if (bytes[end] !== QUOTE || length === 0 || length > MOST_ID_LENGTH) return -1;
    this.#oddIds.set(this.#count, String.fromCharCode(...bytes.subarray(from, end)));
    return end + 1;
  }

  /** Writes a UUID in small letters as four numbers. */
  #isUuid(bytes: Uint8Array, from: number): boolean {
    const first = digits(bytes, from, from + 8);
    const [second, third] = [
      digits(bytes, from + 9, from + 13),
      digits(bytes, from + 14, from + 18),
    ];
    const fourth = digits(bytes, from + 19, from + 23);
    const fifth = digits(bytes, from + 24, from + 28);
    const last = digits(bytes, from + 28, from + 36);
    if (first < 0 || second < 0 || third < 0 || fourth < 0 || fifth < 0 || last < 0) return false;
    if (
      bytes[from + 8] !== MINUS || bytes[from + 13] !== MINUS || bytes[from + 18] !== MINUS ||
      bytes[from + 23] !== MINUS
    ) return false;
    const words = this.#idWords;
    const word = this.#count * ID_WORDS;
    words[word] = first;
    words[word + 1] = second * 0x1_0000 + third;
    words[word + 2] = fourth * 0x1_0000 + fifth;
    words[word + 3] = last;
    return true;
  }

  #day(bytes: Uint8Array, at: number): number {
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
    if (number !== this.#lastDay) {
      if (!day(String.fromCharCode(...bytes.subarray(at + 1, end)))) return -1;
      this.#lastDay = number;
    }
    this.#days[this.#count] = number;
    return end + 1;
  }

  /** A whole number; one with a point or a power is left to others, and so is minus zero. */
  #amount(bytes: Uint8Array, from: number): number {
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
    this.#amounts[this.#count] = isNegative ? -amount : amount;
    return at;
  }

  #splitLines(bytes: Uint8Array, at: number, until: number): number {
    if (bytes[at] !== OPEN_LIST) return -1;
    if (bytes[at + 1] === CLOSE_LIST) return at + 2;
    const end = bracketsEnd(bytes, at, until);
    if (end < 0) return -1;
    const lines = parseJson(decoder.decode(bytes.subarray(at, end)));
    if (!Array.isArray(lines) || !lines.every(isRecord) || !this.#passLines(lines)) return -1;
    if (lines.length > 0) {
      this.#lines.set(this.#count, lines as unknown as readonly SplitLineRecord[]);
    }
    return end;
  }

  #shownAmount({ bytes, words }: JsonBytes, at: number): number {
    if (words.getInt32(at, true) === NULL) return at + 4;
    if (bytes[at] !== QUOTE) return -1;
    const end = textEnd(bytes, at + 1);
    if (end < 0 || this.#shown !== null) return end;
    const formatted = parseJson(decoder.decode(bytes.subarray(at, end))) as string;
    this.#shown = { at: this.#count, formatted };
    return end;
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where a number or a truth ends; -1 for anything else. */
function otherEnd(json: JsonBytes, at: number): number {
  if (json.words.getInt32(at, true) === TRUE) return at + 4;
  const end = falseEnd(json, at);
  return end < 0 ? numberEnd(json.bytes, at) : end;
}

/** Where `false` ends; -1 for anything else. */
function falseEnd({ bytes, words }: JsonBytes, at: number): number {
  return words.getInt32(at, true) === FALSE && bytes[at + 4] === LAST_OF_FALSE ? at + 5 : -1;
}

function isPlain(byte: number): boolean {
  return byte >= FIRST_PRINTED && byte <= LAST_PRINTED && byte !== QUOTE && byte !== BACKSLASH;
}

/** The number that hexadecimal digits stand for; below zero where one of them is none. */
function digits(bytes: Uint8Array, from: number, until: number): number {
  let number = 0;
  for (let at = from; at < until; at++) {
    const digit = HEX[bytes[at] as number] as number;
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}
