/**
 * Unpacks a chunk of transactions: lists of numbers are used where they lie, and dictionaries,
 * search text and split lines are read when they are first asked for.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import { rememberKeys } from "../../domain/payees/chunk_payees.ts";
import type { SplitLineRecord } from "../../domain/plan/plan_records.ts";
import { SearchText } from "../../domain/search/search_text.ts";
import { FOLDED_FORM, rememberText } from "../../domain/search/transaction_words.ts";
import type { ChunkFacts } from "../../domain/transactions/chunk_facts.ts";
import {
  Column,
  ColumnValues,
  type FieldValue,
  placesFor,
  type ValuePlaces,
} from "../../domain/transactions/column.ts";
import type { LinesByPlace } from "../../domain/transactions/lines_by_place.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { ChunkPart } from "../columns/chunk_part.ts";
import { SectionReader } from "./byte_sections.ts";
import type { ChunkHead, PackedColumn } from "./packed_chunk.ts";
import type { Bytes } from "./sealer.ts";

/**
 * Unpacks a part.
 *
 * @param bytes What `packChunk` has made.
 * @throws {SyntaxError|RangeError} For bytes that are none of ours.
 */
export function unpackChunk(bytes: Bytes): ChunkPart {
  const reader = new SectionReader<ChunkHead>(bytes);
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

function factsIn(reader: SectionReader<ChunkHead>): ChunkFacts {
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

function columnIn(reader: SectionReader<ChunkHead>, packed: PackedColumn): Column {
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
  reader: SectionReader<ChunkHead>,
  { valueCount, places, width }: PackedColumn,
): ValuePlaces {
  if (places === undefined) return placesFor(valueCount, reader.head.count);
  if (width === 1) return Uint16Array.from(reader.bytes(places));
  return width === 2 ? reader.uint16(places) : reader.uint32(places);
}

function linesIn(text: string): LinesByPlace {
  return new Map(JSON.parse(text) as [number, readonly SplitLineRecord[]][]);
}
