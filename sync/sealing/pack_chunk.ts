/**
 * Packs a chunk of transactions as it stands in memory: lists of numbers are used where they
 * lie, and dictionaries, search text and split lines are read when they are first asked for.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import type { SplitLineRecord } from "../../domain/plan/plan_records.ts";
import { keysOfNames, rememberKeys } from "../../domain/payees/chunk_payees.ts";
import { SearchText } from "../../domain/search/search_text.ts";
import {
  FOLDED_FORM,
  rememberText,
  TEXT_FIELDS,
  type TextField,
  wordsOfValues,
} from "../../domain/search/transaction_words.ts";
import { allSteps, type Steps } from "../../domain/steps/all_steps.ts";
import type { ChunkFacts, OddFields } from "../../domain/transactions/chunk_facts.ts";
import {
  Column,
  ColumnValues,
  type FieldValue,
  placesFor,
  type ValuePlaces,
} from "../../domain/transactions/column.ts";
import { type LinesByPlace, payeesIn } from "../../domain/transactions/lines_by_place.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import type { ShownAmount } from "../../domain/transactions/transaction_fields.ts";
import { ChunkPart } from "../columns/chunk_part.ts";
import { type Section, SectionReader, SectionWriter } from "./byte_sections.ts";
import type { Bytes } from "./sealer.ts";

const PAYEE_NAME = "payee_name";
/** Fewer transactions are packed at once. */
const MANY = 1_000;
/** So many values are made in a step of their own. */
const MANY_VALUES = 1_000;
/** Names whose keys are worked out in one step; each is worked out once. */
const NAMES_AT_ONCE = 64;

/** How a column is written. */
interface PackedColumn {
  readonly name: string;
  readonly valueCount: number;
  /** JSON of the different values. */
  readonly values: Section;
  /** Which of them stands for a missing field; absent where none does. */
  readonly missing?: number;
  /** Absent where all transactions have the same. */
  readonly places?: Section;
  /** Bytes per place. */
  readonly width?: 1 | 2 | 4;
  /** Folded words of the values; absent for a column in which no text is looked for. */
  readonly words?: { readonly text: Section; readonly starts: Section };
  /** JSON of the keys of payees; absent for any other column. */
  readonly keys?: Section;
}

interface Head {
  readonly part: string;
  readonly count: number;
  /** The form of words and keys. */
  readonly form: number;
  readonly idWords: Section;
  readonly days: Section;
  readonly amounts: Section;
  readonly areAmountsShort: boolean;
  readonly states: Section;
  /** Fields that don't fit; names of missing ones beside them. */
  readonly odd: readonly (readonly [place: number, fields: object, missing: readonly string[]])[];
  readonly columns: readonly PackedColumn[];
  readonly lines: Section;
  readonly linePayees: readonly (readonly [id: string, name: string])[];
  readonly shownAmount: ShownAmount | null;
}

/**
 * Packs a part.
 *
 * @param part The chunk and its name.
 * @returns Bytes for {@linkcode unpackChunk}.
 */
export function packChunk(part: ChunkPart): Bytes {
  return allSteps(packChunkInSteps(part));
}

/**
 * The same step by step, but for a small chunk: texts that are read first, and names that are
 * normalised first, take longest.
 */
export function* packChunkInSteps({ part, chunk }: ChunkPart): Steps<Bytes> {
  const { facts, columns, shownAmount } = chunk.parts();
  const lines = chunk.linesByPlace;
  const writer = new SectionWriter();
  const packed: PackedColumn[] = [];
  for (const [name, column] of [...columns]) {
    const steps = packedColumn(writer, name, column);
    const one = chunk.count >= MANY ? yield* steps : allSteps(steps);
    if (one !== null) packed.push(one);
  }
  const shortAmounts = asShort(facts.amounts);
  const head: Head = {
    part,
    count: chunk.count,
    form: FOLDED_FORM,
    idWords: writer.numbers(facts.idWords),
    days: writer.numbers(facts.days),
    amounts: writer.numbers(shortAmounts ?? facts.amounts),
    areAmountsShort: shortAmounts !== null,
    states: writer.numbers(facts.states),
    odd: [...facts.odd].map(([place, fields]) => [place, fields, missingIn(fields)]),
    columns: packed,
    lines: writer.text(JSON.stringify([...lines])),
    // Those that are still on lines.
    linePayees: payeesIn(lines),
    shownAmount,
  };
  return writer.joined(head);
}

/**
 * Unpacks a part.
 *
 * @param bytes What {@linkcode packChunk} has made.
 * @throws {SyntaxError|RangeError} For bytes that are none of ours.
 */
export function unpackChunk(bytes: Bytes): ChunkPart {
  const reader = new SectionReader<Head>(bytes);
  const { head } = reader;
  const chunk = TransactionChunk.from<Transaction>({
    facts: factsIn(reader),
    columns: new Map(head.columns.map((packed) => [packed.name, columnIn(reader, packed)])),
    lines: () => linesIn(reader.text(head.lines)),
    linePayees: head.linePayees,
    shownAmount: head.shownAmount,
  });
  return new ChunkPart(head.part, chunk);
}

/** Tells whether bytes are a packed chunk. */
export function isPackedChunk(bytes: Bytes): boolean {
  return SectionReader.areSections(bytes);
}

function* packedColumn(
  writer: SectionWriter,
  name: string,
  column: Column,
): Steps<PackedColumn | null> {
  const { values, places, missing } = usedOnly(column);
  // No transaction has the field any more.
  if (values.length === 0 || (values.length === 1 && missing === 0)) return null;
  if (values.length >= MANY_VALUES) yield;
  if (name === PAYEE_NAME) {
    for (let at = 0; at < values.length; at += NAMES_AT_ONCE) {
      keysOfNames(values.slice(at, at + NAMES_AT_ONCE));
      yield;
    }
  }
  const packed = {
    name,
    valueCount: values.length,
    values: writer.text(JSON.stringify(values)),
    ...(missing < 0 ? {} : { missing }),
    ...packedPlaces(writer, places, values.length),
  };
  if (!isTextField(name)) return packed;
  yield;
  const words = packedWords(writer, name, values);
  if (name !== PAYEE_NAME) return { ...packed, words };
  return { ...packed, words, keys: writer.text(JSON.stringify(keysOfNames(values))) };
}

/** The same amounts in half the bytes; `null` where they don't fit. */
function asShort(amounts: Float64Array): Int32Array | null {
  const short = new Int32Array(amounts);
  for (let at = 0; at < short.length; at++) if (!Object.is(short[at], amounts[at])) return null;
  return short;
}

/** A column without values that no transaction has. */
interface UsedValues {
  readonly values: readonly FieldValue[];
  readonly places: ValuePlaces;
  /** Which of them stands for a missing field; -1 where none does. */
  readonly missing: number;
}

function usedOnly(column: Column): UsedValues {
  const { all, places } = column;
  const missing = all.indexOf(undefined);
  const isOnce = missing < 0 || all.lastIndexOf(undefined) === missing;
  const isLean = isOnce && valuesInOrder(places) === all.length;
  return isLean ? { values: all, places, missing } : numberedAgain(all, places);
}

/** How many values there are, where each is first met behind all before it; otherwise -1. */
function valuesInOrder(places: ValuePlaces): number {
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const nth = places[at] as number;
    if (nth > count) return -1;
    if (nth === count) count += 1;
  }
  return count;
}

function numberedAgain(all: readonly FieldValue[], places: ValuePlaces): UsedValues {
  const numbers = new Int32Array(all.length).fill(-1);
  const values: FieldValue[] = [];
  const again = new Uint32Array(places.length);
  // Only one of them stands for a missing field.
  let missing = -1;
  for (let at = 0; at < places.length; at++) {
    const nth = places[at] as number;
    let number = numbers[nth] as number;
    if (number < 0) {
      const value = all[nth];
      number = value === undefined && missing >= 0 ? missing : values.push(value) - 1;
      if (value === undefined) missing = number;
      numbers[nth] = number;
    }
    again[at] = number;
  }
  return { values, places: again, missing };
}

function packedPlaces(
  writer: SectionWriter,
  places: ValuePlaces,
  valueCount: number,
): Pick<PackedColumn, "places" | "width"> {
  if (valueCount <= 1) return {};
  if (valueCount <= 0x100) return { width: 1, places: writer.numbers(new Uint8Array(places)) };
  if (valueCount > 0x1_0000) return { width: 4, places: writer.numbers(new Uint32Array(places)) };
  const short = places instanceof Uint16Array ? places : new Uint16Array(places);
  return { width: 2, places: writer.numbers(short) };
}

function packedWords(
  writer: SectionWriter,
  field: TextField,
  values: readonly FieldValue[],
): { readonly text: Section; readonly starts: Section } {
  const { bytes, starts } = wordsOfValues(values, field);
  return { text: writer.numbers(bytes), starts: writer.numbers(starts) };
}

function isTextField(name: string): name is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(name);
}

function missingIn(fields: OddFields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] === undefined);
}

function factsIn(reader: SectionReader<Head>): ChunkFacts {
  const { idWords, days, amounts, areAmountsShort, states, odd } = reader.head;
  return {
    idWords: reader.uint32(idWords),
    days: reader.int32(days),
    amounts: areAmountsShort ? Float64Array.from(reader.int32(amounts)) : reader.float64(amounts),
    states: reader.bytes(states),
    odd: new Map(odd.map(([place, fields, missing]) => {
      const gone = Object.fromEntries(missing.map((name) => [name, undefined]));
      return [place, { ...fields, ...gone }];
    })),
  };
}

function columnIn(reader: SectionReader<Head>, packed: PackedColumn): Column {
  const { valueCount, missing, words, keys } = packed;
  const values = new ColumnValues(valueCount, () => {
    const list = JSON.parse(reader.text(packed.values)) as FieldValue[];
    if (missing !== undefined) list[missing] = undefined;
    return list;
  });
  const isCurrent = reader.head.form === FOLDED_FORM;
  if (keys !== undefined && isCurrent) {
    rememberKeys(values, () => JSON.parse(reader.text(keys)) as readonly string[]);
  }
  if (words !== undefined && isCurrent) {
    rememberText(
      values,
      () => new SearchText(reader.text(words.text), reader.uint32(words.starts)),
    );
  }
  return new Column(values, placesIn(reader, packed));
}

function placesIn(
  reader: SectionReader<Head>,
  { valueCount, places, width }: PackedColumn,
): ValuePlaces {
  if (places === undefined) return placesFor(valueCount, reader.head.count);
  if (width === 1) return Uint16Array.from(reader.bytes(places));
  return width === 2 ? reader.uint16(places) : reader.uint32(places);
}

function linesIn(text: string): LinesByPlace {
  return new Map(JSON.parse(text) as [number, readonly SplitLineRecord[]][]);
}
