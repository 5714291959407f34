/**
 * Transactions laid out as they come, in batches and in any order: what is kept of a batch are
 * numbers and the values that none before it had. In the end they are put in order, and cut
 * into chunks.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";
import {
  type ChunkFacts,
  dayOfNumber,
  type OddFields,
  stateOfLines,
  STATES,
  writeFacts,
} from "./chunk_facts.ts";
import type { Column, UnlaidColumn } from "./column.ts";
import { GrowingColumn } from "./growing_column.ts";
import { grownRoom } from "./grown_room.ts";
import { payeesIn } from "./lines_by_place.ts";
import type { NumberedRows } from "./numbered_rows.ts";
import { TransactionChunk } from "./transaction_chunk.ts";
import { FACTS, hasFields, type ShownAmount } from "./transaction_fields.ts";
import { ID_WORDS, prefixNumber, readId } from "./transaction_ids.ts";

/** Room for so many transactions at first. */
const FIRST_ROOM = 1_024;
/** Names, and the ids that they go with. */
const LEADERS: Readonly<Record<string, string>> = {
  account_name: "account_id",
  payee_name: "payee_id",
  category_name: "category_id",
  flag_name: "flag_color",
};
/** Of so many transactions one amount as it is shown is kept. */
const PER_SHOWN = 512;

/** Transactions whose number is known at the end. */
export class TransactionColumns {
  #facts = factsFor(FIRST_ROOM);
  #count = 0;
  readonly #columns = new Map<string, GrowingColumn>();
  readonly #lines = new Map<number, readonly SplitLineRecord[]>();
  readonly #shown: (ShownAmount | undefined)[] = [];
  /** Names of the fields of the transaction that came last. */
  #names: readonly string[] = [];

  /** How many have come. */
  get count(): number {
    return this.#count;
  }

  /** Facts at the places at which the transactions have come; there may be room behind them. */
  get facts(): ChunkFacts {
    return this.#facts;
  }

  /** Takes transactions; nothing holds on to them afterwards. */
  add(given: readonly TransactionRecord[]): void {
    if (given.length === 0) return;
    const from = this.#count;
    this.#reserve(from + given.length);
    for (let at = 0; at < given.length; at++) {
      const transaction = given[at] as TransactionRecord;
      writeFacts(this.#facts, from + at, transaction);
      this.#noteRest(from + at, transaction);
    }
    for (const [name, column] of this.#columns) {
      const leader = LEADERS[name];
      column.add(from, name, given, leader === undefined ? leader : this.#columns.get(leader));
    }
    this.#count += given.length;
  }

  /** Takes transactions that were read as numbers; nothing holds on to the lists afterwards. */
  addRows(rows: NumberedRows): void {
    const { count, fields } = rows;
    const from = this.#count;
    this.#reserve(from + count);
    this.#addFacts(rows);
    const given = new Map(fields.map((field) => [field.name, field]));
    for (const { name } of fields) this.#reserveColumn(name);
    for (const [name, column] of this.#columns) {
      const field = given.get(name);
      if (field === undefined) column.addMissing(from, count);
      else column.addNumbered(from, field.places.subarray(0, count), field.values);
    }
    this.#names = [];
    this.#count += count;
  }

  /** The id of a transaction. */
  idAt(row: number): string {
    return this.#facts.odd.get(row)?.id ?? readId(this.#facts.idWords, row * ID_WORDS);
  }

  /** The date of a transaction. */
  dateAt(row: number): string {
    const day = this.#facts.days[row] as number;
    return day < 0 ? this.#facts.odd.get(row)?.["date"] as string : dayOfNumber(day);
  }

  /**
   * Makes a chunk.
   *
   * @param rows Places of its transactions, the newest first.
   */
  chunkOf<Transaction extends TransactionRecord>(
    rows: Uint32Array,
  ): TransactionChunk<Transaction> {
    const columns = new Map<string, Column | UnlaidColumn>();
    for (const [name, growing] of this.#columns) {
      const column = growing.columnOf(rows);
      if (column !== null) columns.set(name, column);
    }
    const facts = this.#factsOf(rows);
    const lines = this.#linesOf(rows, facts.states);
    return TransactionChunk.from<Transaction>({
      facts,
      columns,
      lines: () => lines,
      linePayees: payeesIn(lines),
      shownAmount: this.#shownOf(rows),
    });
  }

  #linesOf(
    rows: Uint32Array,
    states: Uint8Array,
  ): ReadonlyMap<number, readonly SplitLineRecord[]> {
    const lines = new Map<number, readonly SplitLineRecord[]>();
    if (this.#lines.size === 0) return lines;
    for (let place = 0; place < rows.length; place++) {
      if (((states[place] as number) & STATES.split) === 0) continue;
      const own = this.#lines.get(rows[place] as number);
      if (own !== undefined) lines.set(place, own);
    }
    return lines;
  }

  #shownOf(rows: Uint32Array): ShownAmount | null {
    for (const row of rows) {
      const shown = this.#shown[Math.floor(row / PER_SHOWN)];
      if (shown !== undefined) return shown;
    }
    return null;
  }

  #addFacts({ count, idWords, oddIds, days, amounts, approved, lines, shown }: NumberedRows): void {
    const from = this.#count;
    const facts = this.#facts;
    facts.idWords.set(idWords.subarray(0, count * ID_WORDS), from * ID_WORDS);
    facts.days.set(days.subarray(0, count), from);
    facts.amounts.set(amounts.subarray(0, count), from);
    for (let at = 0; at < count; at++) {
      facts.states[from + at] = approved[at] === 1 ? STATES.approved : 0;
    }
    for (const [at, id] of oddIds) {
      facts.idWords.fill(0, (from + at) * ID_WORDS, (from + at + 1) * ID_WORDS);
      facts.idWords[(from + at) * ID_WORDS] = prefixNumber(id) ?? 0;
      facts.odd.set(from + at, { id });
    }
    for (const [at, own] of lines) {
      facts.states[from + at] = (facts.states[from + at] as number) | stateOfLines(own);
      this.#lines.set(from + at, own);
    }
    const row = from + (shown?.at ?? 0);
    if (shown !== null) {
      this.#shown[Math.floor(row / PER_SHOWN)] ??= [shown.formatted, amounts[shown.at] as number];
    }
  }

  #noteRest(row: number, transaction: TransactionRecord): void {
    if (!hasFields(transaction, this.#names)) this.#names = this.#noteFields(transaction);
    const { subtransactions: lines, amount } = transaction;
    if (Array.isArray(lines) && lines.length > 0) this.#lines.set(row, lines);
    const nth = Math.floor(row / PER_SHOWN);
    if (this.#shown[nth] !== undefined) return;
    const { amount_formatted: formatted } = transaction as ShownTransaction;
    if (typeof formatted === "string") this.#shown[nth] = [formatted, amount];
  }

  #noteFields(transaction: TransactionRecord): readonly string[] {
    const names = Object.keys(transaction);
    for (const name of names) if (!FACTS.has(name)) this.#reserveColumn(name);
    return names;
  }

  #reserveColumn(name: string): void {
    if (this.#columns.has(name)) return;
    this.#columns.set(name, new GrowingColumn(this.#count));
  }

  #factsOf(rows: Uint32Array): ChunkFacts {
    const facts = factsFor(rows.length);
    const { idWords, days, amounts, states, odd } = this.#facts;
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] as number;
      for (let word = 0; word < ID_WORDS; word++) {
        facts.idWords[place * ID_WORDS + word] = idWords[row * ID_WORDS + word] as number;
      }
      facts.days[place] = days[row] as number;
      facts.amounts[place] = amounts[row] as number;
      facts.states[place] = states[row] as number;
      const fields = odd.size === 0 ? undefined : odd.get(row);
      if (fields !== undefined) facts.odd.set(place, fields);
    }
    return facts;
  }

  #reserve(count: number): void {
    const known = this.#facts;
    if (count <= known.days.length) return;
    const facts = factsFor(grownRoom(known.days.length, count));
    facts.idWords.set(known.idWords);
    facts.days.set(known.days);
    facts.amounts.set(known.amounts);
    facts.states.set(known.states);
    for (const [row, fields] of known.odd) facts.odd.set(row, fields);
    this.#facts = facts;
  }
}

interface ShownTransaction {
  readonly amount_formatted?: string | null;
}

/** Facts that can still be written. */
interface WritableFacts extends ChunkFacts {
  readonly odd: Map<number, OddFields>;
}

function factsFor(count: number): WritableFacts {
  return {
    idWords: new Uint32Array(count * ID_WORDS),
    days: new Int32Array(count),
    amounts: new Float64Array(count),
    states: new Uint8Array(count),
    odd: new Map(),
  };
}
