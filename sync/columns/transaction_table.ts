/**
 * The live transactions of a plan in chunks of columns: a small change makes one chunk anew.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import { allSteps, type Steps } from "../../domain/steps/all_steps.ts";
import { editedChunk, isNamedOtherwise } from "../../domain/transactions/edited_chunk.ts";
import { inOrder } from "../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { prefixNumber } from "../../domain/transactions/transaction_ids.ts";
import { TransactionList } from "../../domain/transactions/transaction_chunks.ts";
import { plainTransaction } from "../../domain/transactions/transaction_view.ts";
import { type PayeeNames, payeeNamesOn, payeesCalledOtherwise } from "../payees/payee_names.ts";
import type { AdoptedParts, CollectionTable } from "../record_table.ts";
import type { StoredPart } from "../store.ts";
import { areInOrder, newestFirst, partsOf } from "./chunk_layout.ts";
import { ChunkPart } from "./chunk_part.ts";
import { type LaidOut, TransactionLoad } from "./transaction_load.ts";
import { mergedParts, recordOf, type TransactionRow } from "./transaction_merge.ts";

/** More rows are laid out in a turn of their own. */
const MANY_ROWS = 1_000;

/** Ids of parts that a whole read does not name. */
type GoneIds = ReadonlyMap<ChunkPart, readonly string[]>;

/** Merges whole reads and deltas of transactions by id. */
export class TransactionTable implements CollectionTable<Transaction> {
  /** The newest first; none is empty. */
  #parts: readonly ChunkPart[] = [];
  #list: TransactionList<Transaction> | null = null;
  readonly #deletedKeys = new Set<string>();
  /** Names that payees have on all transactions, by id, as far as that was looked at. */
  readonly #settledNames = new Map<string, string>();
  readonly #onGone: (id: string) => void;

  /**
   * Makes an empty table.
   *
   * @param onGone Hears of each id that is live no more.
   */
  constructor(onGone: (id: string) => void = () => {}) {
    this.#onGone = onGone;
  }

  /** The newest first, those of one day by id. */
  get live(): readonly Transaction[] {
    return this.list.all;
  }

  /** The same in chunks; another list after each change. */
  get list(): TransactionList<Transaction> {
    return this.#list ??= new TransactionList(this.#parts.map(({ chunk }) => chunk));
  }

  /** Ids of transactions that were deleted. */
  get deletedKeys(): ReadonlySet<string> {
    return this.#deletedKeys;
  }

  /** How many transactions are live. */
  get size(): number {
    return this.#parts.reduce((sum, { chunk }) => sum + chunk.count, 0);
  }

  /** Gives a live transaction by its id. */
  get(id: string): Transaction | undefined {
    const prefix = prefixNumber(id);
    for (const { chunk } of this.#parts) {
      const place = chunk.placeOf(id, prefix);
      if (place >= 0) return chunk.at(place);
    }
    return undefined;
  }

  /** Gives the ids of live transactions that begin with a prefix. */
  idsSharing(prefix: string): readonly string[] {
    const ids: string[] = [];
    for (const { chunk } of this.#parts) ids.push(...chunk.idsSharing(prefix));
    return ids;
  }

  /** Takes a whole read: what it does not name any more is gone. */
  replaceAll(rows: readonly TransactionRow[]): void {
    allSteps(this.replacing(rows))();
  }

  /** Lays a whole read out in steps, and gives what takes it. */
  *replacing(rows: readonly TransactionRow[]): Steps<() => void> {
    // A long answer has just been parsed in one turn.
    if (rows.length >= MANY_ROWS) yield;
    const load = new TransactionLoad();
    for (const row of rows) load.takeRow(row.key, recordOf(row));
    const laidOut = yield* load.laidOut();
    const gone = new Map<ChunkPart, readonly string[]>();
    for (const part of this.#parts) {
      yield;
      gone.set(part, idsMissing(part, laidOut.parts));
    }
    // A part that has changed since is looked at once more.
    return () => this.#replaceWith(laidOut, gone);
  }

  #replaceWith({ parts, deletedIds }: LaidOut, gone: GoneIds = new Map()): void {
    const before = this.#parts;
    this.#settledNames.clear();
    this.#setParts(parts);
    for (const id of deletedIds) this.#remove(id);
    for (const part of before) {
      for (const id of gone.get(part) ?? idsMissing(part, parts)) this.#remove(id);
    }
    this.#forgetLive();
  }

  /** Takes a delta; a payee that it names goes by that name on all transactions. */
  merge(rows: readonly TransactionRow[]): ReadonlySet<string> {
    const delta = { rows: latest(rows), names: this.#unsettledNames(rows) };
    const { parts, changed } = allSteps(mergedParts(this.#parts, delta));
    if (rows.length === 0) return changed;
    this.#parts = parts;
    this.#list = null;
    this.#settleNames(rows);
    for (const [id, row] of latest(rows)) {
      if (recordOf(row) === null) this.#remove(id);
      else this.#deletedKeys.delete(id);
    }
    return changed;
  }

  /** Tells whether any transaction calls a payee otherwise. */
  isNamedOtherwise(names: PayeeNames): boolean {
    return this.#parts.some(({ chunk }) => isNamedOtherwise(chunk, names));
  }

  /** Takes over parts that others have kept. */
  adopt({ parts, isWhole, ours, deletedKeys }: AdoptedParts): boolean {
    this.#settledNames.clear();
    const theirs = parts.map(chunkPart);
    const names = new Set(theirs.map(({ part }) => part));
    const isKept = ({ part }: ChunkPart): boolean =>
      ours.has(part) || (!isWhole && !names.has(part));
    const replaced = this.#parts.filter((part) => !isKept(part));
    const kept = this.#parts.filter(isKept)
      .map((part) => ours.has(part.part) ? without(part, theirs) : part);
    this.#setParts([...kept, ...theirs].filter(({ chunk }) => chunk.count > 0));
    const isTornApart = !areInOrder(this.#parts);
    if (isTornApart) {
      this.#setParts(partsOf(this.#parts.flatMap(({ records }) => records.map(asRecord))));
    }
    for (const part of replaced) this.#noteGone(part);
    for (const id of deletedKeys ?? []) this.#deletedKeys.add(id);
    this.#forgetLive();
    return isTornApart;
  }

  /** Takes note that ids are reserved; those of live transactions are so anyway. */
  reserveKeys(ids: readonly string[]): void {
    for (const id of ids) if (!this.#has(id)) this.#deletedKeys.add(id);
  }

  /** Gives parts by their names; one without transactions is no more. */
  parts(names: ReadonlySet<string> | "all"): readonly StoredPart[] {
    if (names === "all") return this.#parts;
    const byName = new Map(this.#parts.map((part) => [part.part, part]));
    return [...names].map((part) => byName.get(part) ?? { part, keys: [], records: [] });
  }

  #has(id: string): boolean {
    const prefix = prefixNumber(id);
    return this.#parts.some(({ chunk }) => chunk.placeOf(id, prefix) >= 0);
  }

  #setParts(parts: readonly ChunkPart[]): void {
    this.#parts = newestFirst(parts);
    this.#list = null;
  }

  /** Names that some transaction may not have yet. */
  #unsettledNames(rows: readonly TransactionRow[]): PayeeNames {
    const names = payeeNamesOn(recordsOf(rows));
    return new Map([...names].filter(([id, name]) => this.#settledNames.get(id) !== name));
  }

  /** What comes with a name that is not its payee's last one keeps it until the next delta. */
  #settleNames(rows: readonly TransactionRow[]): void {
    const records = recordsOf(rows);
    const names = payeeNamesOn(records);
    for (const [id, name] of names) this.#settledNames.set(id, name);
    for (const id of payeesCalledOtherwise(records, names)) this.#settledNames.delete(id);
  }

  /** Ids of transactions that are live again. */
  #forgetLive(): void {
    for (const id of this.#deletedKeys) if (this.#has(id)) this.#deletedKeys.delete(id);
  }

  #remove(id: string): void {
    this.#deletedKeys.add(id);
    this.#onGone(id);
  }

  /** Ids that are not live any more stay reserved for as long as this process lives. */
  #noteGone({ keys }: ChunkPart): void {
    for (const id of keys) if (!this.#has(id)) this.#onGone(id);
  }
}

/** Ids of a part that are in none of others; most are where they were. */
function idsMissing({ part: name, chunk }: ChunkPart, parts: readonly ChunkPart[]): string[] {
  const likely = parts.filter(({ part }) => part === name);
  const others = parts.filter(({ part }) => part !== name);
  const missing: string[] = [];
  for (let place = 0; place < chunk.count; place++) {
    const id = chunk.idAt(place);
    const prefix = prefixNumber(id);
    const isIn = ({ chunk }: ChunkPart): boolean => chunk.placeOf(id, prefix) >= 0;
    if (!likely.some(isIn) && !others.some(isIn)) missing.push(id);
  }
  return missing;
}

function latest(rows: readonly TransactionRow[]): ReadonlyMap<string, TransactionRow> {
  return new Map(rows.map((row) => [row.key, row]));
}

function recordsOf(rows: readonly TransactionRow[]): readonly Transaction[] {
  const records: Transaction[] = [];
  for (const row of rows) {
    const record = recordOf(row);
    if (record !== null) records.push(record);
  }
  return records;
}

/** A part of a store that keeps records, or that has none left. */
function chunkPart(part: StoredPart): ChunkPart {
  if (part instanceof ChunkPart) return part;
  const records = part.records as readonly Transaction[];
  return new ChunkPart(part.part, TransactionChunk.of(inOrder(records)).detached());
}

/** A part without what is in others. */
function without(part: ChunkPart, others: readonly ChunkPart[]): ChunkPart {
  const removed = new Set<number>();
  for (const [place, id] of part.keys.entries()) {
    if (others.some(({ chunk }) => chunk.placeOf(id) >= 0)) removed.add(place);
  }
  if (removed.size === 0) return part;
  return new ChunkPart(part.part, editedChunk(part.chunk, { removed, added: [] }));
}

function asRecord(transaction: Transaction): Transaction {
  return plainTransaction(transaction) as unknown as Transaction;
}
