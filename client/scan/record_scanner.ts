/**
 * Reads transactions straight from the bytes of JSON into lists of numbers: no text and no record
 * is made of what has come before. What is not written exactly as the template says is left to
 * `JSON.parse` and its checks.
 *
 * @module
 */

import type { NumberedRows } from "../../domain/transactions/numbered_rows.ts";
import { AmountReader } from "./amount_reader.ts";
import { DayReader } from "./day_reader.ts";
import { type FieldReader, ROOM, type ValuePlace } from "./field_reader.ts";
import { IdReader } from "./id_reader.ts";
import { LinesReader } from "./lines_reader.ts";
import { isAt } from "./literal.ts";
import type { LiteralColumn } from "./literal_column.ts";
import { type FieldKind, type TemplateField, templateOf } from "./record_template.ts";
import { ShownReader } from "./shown_reader.ts";
import { ApprovedReader, LiveReader, PassedReader } from "./truth_readers.ts";
import { ValueReader } from "./value_reader.ts";

const CLOSE_RECORD = 0x7d;

/** A field that is being read. */
interface ScannedField extends TemplateField {
  readonly reader: FieldReader;
  /** The readers of fields that have no value together with this one. */
  readonly withoutValue: readonly ValueReader[];
}

/** Reads records one after another. */
export class RecordScanner {
  readonly #ids = new IdReader();
  readonly #days = new DayReader();
  readonly #amounts = new AmountReader();
  readonly #approved = new ApprovedReader();
  readonly #shown = new ShownReader();
  readonly #lines: LinesReader;
  readonly #facts: Readonly<Partial<Record<FieldKind, FieldReader>>>;
  /** All values so far, by the names of their fields. */
  readonly #values = new Map<string, LiteralColumn>();
  #names = "";
  #fields: readonly ScannedField[] | null = null;
  #count = 0;

  /**
   * Makes a scanner that knows no template.
   *
   * @param passLines Tells whether the lines of a split are sound.
   */
  constructor(passLines: (lines: readonly unknown[]) => boolean) {
    this.#lines = new LinesReader(passLines);
    this.#facts = {
      id: this.#ids,
      day: this.#days,
      amount: this.#amounts,
      approved: this.#approved,
      deleted: new LiveReader(),
      lines: this.#lines,
      shown: this.#shown,
      passed: new PassedReader(),
    };
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
    const count = this.#count;
    this.#count = 0;
    return {
      count,
      idWords: this.#ids.words,
      oddIds: this.#ids.taken(),
      days: this.#days.days,
      amounts: this.#amounts.amounts,
      approved: this.#approved.approved,
      fields: (this.#fields ?? []).flatMap(({ name, reader }) =>
        reader instanceof ValueReader ? { name, places: reader.places, values: reader.values } : []
      ),
      lines: this.#lines.taken(),
      shown: this.#shown.taken(),
    };
  }

  /**
   * Reads a record.
   *
   * @param json With zeros behind what has come.
   * @param from Where the record begins.
   * @returns Where it ends; -1 where it is not complete, or is written otherwise.
   */
  read(json: ValuePlace, from: number): number {
    const fields = this.#fields;
    if (fields === null) return -1;
    const { words } = json;
    const row = this.#count;
    let at = from;
    for (let nth = 0; nth < fields.length; nth++) {
      const { before, together, withoutValue, reader } = fields[nth] as ScannedField;
      if (together !== null && isAt(words, at, together.written)) {
        for (let one = 0; one < withoutValue.length; one++) {
          (withoutValue[one] as ValueReader).passNull(row);
        }
        at += together.written.length;
        nth += together.count - 1;
        continue;
      }
      at = isAt(words, at, before) ? reader.read(json, at + before.length, row) : -1;
      if (at < 0) break;
    }
    if (at < 0 || json.bytes[at] !== CLOSE_RECORD) return this.#dropped(row);
    this.#count = row + 1;
    return at + 1;
  }

  #scanned(template: readonly TemplateField[]): readonly ScannedField[] {
    const byName = new Map<string, ValueReader>();
    const readers = template.map(({ name, kind, leader }): FieldReader => {
      const fact = this.#facts[kind];
      if (fact !== undefined) return fact;
      const leading = leader === null ? undefined : byName.get(leader);
      const reader = new ValueReader(kind, this.#values.get(name), leading);
      this.#values.set(name, reader.values);
      byName.set(name, reader);
      return reader;
    });
    return template.map((field, at) => ({
      ...field,
      reader: readers[at] as FieldReader,
      withoutValue: readers.slice(at, at + (field.together?.count ?? 0))
        .filter((reader) => reader instanceof ValueReader),
    }));
  }

  /** What was read of a record that is written otherwise counts for nothing. */
  #dropped(row: number): number {
    this.#ids.drop(row);
    this.#lines.drop(row);
    this.#shown.drop(row);
    return -1;
  }
}
