/**
 * Packs a chunk of transactions as it stands in memory, with the words and keys that its reader
 * would have to make.
 *
 * @module
 */

import { keysOfNames } from "../../domain/payees/chunk_payees.ts";
import {
  FOLDED_FORM,
  TEXT_FIELDS,
  type TextField,
  wordsOfLiterals,
  wordsOfValues,
} from "../../domain/search/transaction_words.ts";
import type { WordBytes } from "../../domain/search/word_bytes.ts";
import { allSteps, type Steps } from "../../domain/steps/all_steps.ts";
import type { OddFields } from "../../domain/transactions/chunk_facts.ts";
import type { Column, ValuePlaces } from "../../domain/transactions/column.ts";
import { payeesIn } from "../../domain/transactions/lines_by_place.ts";
import type { ValueLiterals } from "../../domain/transactions/value_literals.ts";
import type { ChunkPart } from "../columns/chunk_part.ts";
import { type Section, SectionWriter } from "./byte_sections.ts";
import type { ChunkHead, PackedColumn } from "./packed_chunk.ts";
import type { Bytes } from "./sealer.ts";
import { literalsIn, usedOnly } from "./used_values.ts";

const PAYEE_NAME = "payee_name";
/** Fewer transactions are packed at once. */
const MANY = 1_000;
/** So many values are made in a step of their own. */
const MANY_VALUES = 1_000;
/** Names whose keys are worked out in one step; each is worked out once. */
const NAMES_AT_ONCE = 64;

/**
 * Packs a part.
 *
 * @param part The chunk and its name.
 * @returns Bytes for `unpackChunk`.
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
  const head: ChunkHead = {
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

function* packedColumn(
  writer: SectionWriter,
  name: string,
  column: Column,
): Steps<PackedColumn | null> {
  // The keys of payees are of their names, which have to be read.
  const literals = name === PAYEE_NAME ? null : literalsIn(column);
  if (literals !== null) return yield* unreadColumn(writer, { name, column, literals });
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
  const words = packedWords(writer, wordsOfValues(values, name));
  if (name !== PAYEE_NAME) return { ...packed, words };
  return { ...packed, words, keys: writer.text(JSON.stringify(keysOfNames(values))) };
}

/** The same of values that have not been read, and need not be. */
function* unreadColumn(
  writer: SectionWriter,
  { name, column, literals }: {
    readonly name: string;
    readonly column: Column;
    readonly literals: ValueLiterals;
  },
): Steps<PackedColumn> {
  const valueCount = column.values.count;
  const packed = {
    name,
    valueCount,
    values: writer.numbers(literals.json),
    ...packedPlaces(writer, column.places, valueCount),
  };
  if (!isTextField(name) || name === PAYEE_NAME) return packed;
  if (valueCount >= MANY_VALUES) yield;
  return { ...packed, words: packedWords(writer, wordsOfLiterals(literals, name)) };
}

/** The same amounts in half the bytes; `null` where they don't fit. */
function asShort(amounts: Float64Array): Int32Array | null {
  const short = new Int32Array(amounts);
  for (let at = 0; at < short.length; at++) if (!Object.is(short[at], amounts[at])) return null;
  return short;
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
  { bytes, starts }: WordBytes,
): { readonly text: Section; readonly starts: Section } {
  return { text: writer.numbers(bytes), starts: writer.numbers(starts) };
}

function isTextField(name: string): name is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(name);
}

function missingIn(fields: OddFields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] === undefined);
}
