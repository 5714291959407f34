import type { Transaction } from "../../client/wire/transaction.ts";
import type { Steps } from "../../domain/base/all_steps.ts";
import { newestFirst } from "../../domain/transactions/chunk_facts.ts";
import { TransactionList } from "../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { payeeNamesOn, type RecordNames } from "../../domain/transactions/record_names.ts";
import {
  type AdoptedParts,
  areDeletedKeysChanged,
  type CollectionTable,
  DELETED,
  deletedPart,
  type TableRow,
} from "./collections.ts";
import type { StoredPart } from "../store/store.ts";
import {
  type ChunkEdits,
  chunkIn,
  chunkNameOf,
  ChunkPart,
  editsIn,
  editsNameOf,
  idsIn,
  MAX_CHUNK,
  MAX_EDITS,
  newestPartsFirst,
  partNameOf,
  partsOf,
} from "./transaction_parts.ts";

type TransactionRow = TableRow<Transaction>;

/** Responses with more rows than this are parsed and merged in separate turns of the event loop. */
const MANY_ROWS = 1_000;

/** Merges full reads and deltas of transactions by id. */
export class TransactionTable implements CollectionTable<Transaction> {
  /** The non-empty parts, newest first. */
  #parts: readonly ChunkPart[] = [];
  #list: TransactionList<Transaction> | null = null;
  readonly #deletedKeys = new Set<string>();

  get live(): readonly Transaction[] {
    return this.list.all;
  }

  /** Live transactions in chunks; every change creates a new list. */
  get list(): TransactionList<Transaction> {
    return this.#list ??= new TransactionList(this.#parts.map(({ chunk }) => chunk));
  }

  get deletedKeys(): ReadonlySet<string> {
    return this.#deletedKeys;
  }

  get(id: string): Transaction | undefined {
    for (const { chunk } of this.#parts) {
      const place = chunk.placeOf(id);
      if (place >= 0) return chunk.at(place);
    }
    return undefined;
  }

  idsSharing(prefix: string): readonly string[] {
    const ids: string[] = [];
    for (const { chunk } of this.#parts) ids.push(...chunk.idsSharing(prefix));
    for (const id of this.#deletedKeys) if (id.startsWith(prefix)) ids.push(id);
    return ids;
  }

  /**
   * Builds new chunks, step by step, from a full read. Returns a function that replaces the old
   * chunks with the new ones.
   */
  *replacing(rows: readonly TransactionRow[]): Steps<() => void> {
    if (rows.length >= MANY_ROWS) yield;
    const byId = latest(rows);
    const live = inDayOrder(byId.values());
    const parts: ChunkPart[] = [];
    for (const part of partsOf(live)) {
      parts.push(part);
      yield;
    }
    return () => {
      const before = this.#parts;
      this.#setParts(parts);
      for (const [id, row] of byId) if (recordOf(row) === null) this.#deletedKeys.add(id);
      for (const id of before.flatMap(({ chunk }) => idsIn(chunk))) {
        if (recordOf(byId.get(id)) === null) this.#deletedKeys.add(id);
      }
      this.#forgetLive();
    };
  }

  merge(rows: readonly TransactionRow[]): ReadonlySet<string> {
    const wereDeleted = this.#deletedKeys.size;
    const byId = latest(rows);
    const changed = new Set(this.rename(payeeNamesOn(rows.flatMap((row) => recordOf(row) ?? []))));
    const parts = new Map(this.#parts.map((part) => [part.part, part]));
    const replace = (before: string, after: Iterable<ChunkPart>): void => {
      parts.delete(before);
      changed.add(before).add(editsNameOf(before));
      for (const part of after) {
        parts.set(part.part, part);
        changed.add(part.part).add(editsNameOf(part.part));
      }
    };
    for (const [name, edits] of this.#editsOf(byId)) {
      const known = parts.get(name);
      const all: ChunkEdits = new Map([...known?.edits ?? [], ...edits]);
      const part = (known ?? emptyPart(name)).with(edits, all);
      const isRewritten = known === undefined || changed.has(name) || all.size > MAX_EDITS ||
        part.chunk.count === 0 || part.chunk.count > MAX_CHUNK;
      if (isRewritten) {
        replace(
          name,
          part.chunk.count > MAX_CHUNK || part.chunk.isWorn
            ? partsOf(part.chunk.all, name)
            : [new ChunkPart(name, part.chunk)],
        );
      } else {
        parts.set(name, part);
        changed.add(editsNameOf(name));
      }
    }
    if (changed.size > 0) this.#setParts(parts.values());
    for (const [id, row] of byId) {
      if (recordOf(row) === null) this.#deletedKeys.add(id);
      else this.#deletedKeys.delete(id);
    }
    if (areDeletedKeysChanged(rows, wereDeleted, this.#deletedKeys)) changed.add(DELETED);
    return changed;
  }

  rename(names: RecordNames): ReadonlySet<string> {
    const changed = new Set<string>();
    const parts = this.#parts.map((part) => {
      const chunk = names.size === 0 ? part.chunk : part.chunk.renamed(names);
      if (chunk === part.chunk) return part;
      changed.add(part.part).add(editsNameOf(part.part));
      return new ChunkPart(part.part, chunk);
    });
    if (changed.size > 0) this.#setParts(parts);
    return changed;
  }

  isNamedOtherwise(names: RecordNames): boolean {
    return this.#parts.some(({ chunk }) => chunk.isNamedOtherwise(names));
  }

  adopt({ parts, isWhole, deletedKeys }: AdoptedParts): void {
    const before = this.#parts;
    const after = new Map(isWhole ? [] : before.map((part) => [part.part, part]));
    // Sort by name, so that a chunk precedes its edits.
    for (const part of parts.toSorted(byName)) {
      const name = chunkNameOf(part.part);
      if (name === part.part) after.set(name, new ChunkPart(name, chunkIn(part)));
      else {
        const edits = editsIn(part);
        if (edits.size === 0) continue;
        after.set(name, (after.get(name) ?? emptyPart(name)).with(edits, edits));
      }
    }
    this.#setParts(after.values());
    for (const part of before) if (!this.#parts.includes(part)) this.#reserveDeleted(part);
    for (const id of deletedKeys) this.#deletedKeys.add(id);
    this.#forgetLive();
  }

  keysIn(parts: readonly StoredPart[]): readonly string[] {
    return parts.flatMap((part) =>
      chunkNameOf(part.part) === part.part ? idsIn(chunkIn(part)) : [...editsIn(part).keys()]
    );
  }

  parts(names: ReadonlySet<string> | "all"): readonly StoredPart[] {
    const deleted = deletedPart(this.#deletedKeys);
    if (names === "all") return [...this.#parts.map(({ stored }) => stored), deleted];
    const byName = new Map(this.#parts.map((part) => [part.part, part]));
    return [...names].map((name) => {
      if (name === DELETED) return deleted;
      const part = byName.get(chunkNameOf(name));
      if (part === undefined) return { part: name, bytes: null };
      return name === part.part ? part.stored : part.storedEdits;
    });
  }

  #has(id: string): boolean {
    return this.#parts.some(({ chunk }) => chunk.placeOf(id) >= 0);
  }

  #setParts(parts: Iterable<ChunkPart>): void {
    this.#parts = newestPartsFirst(parts).filter(({ chunk }) => chunk.count > 0);
    this.#list = null;
  }

  /** Groups a delta's edits by chunk name. */
  #editsOf(byId: ReadonlyMap<string, TransactionRow>): ReadonlyMap<string, ChunkEdits> {
    const edits = new Map<string, Map<string, Transaction | null>>();
    const edit = (name: string, id: string, transaction: Transaction | null): void => {
      const own = edits.get(name) ?? new Map();
      edits.set(name, own.set(id, transaction));
    };
    for (const [id, row] of byId) {
      for (const { part, chunk } of this.#parts) if (chunk.placeOf(id) >= 0) edit(part, id, null);
      const record = recordOf(row);
      if (record !== null) edit(partNameOf(this.#parts, record.date), id, record);
    }
    return edits;
  }

  #forgetLive(): void {
    for (const id of this.#deletedKeys) if (this.#has(id)) this.#deletedKeys.delete(id);
  }

  /** Reserves the ids of transactions that were in a replaced chunk but no longer exist. */
  #reserveDeleted({ part, chunk }: ChunkPart): void {
    const likely = this.#parts.find((one) => one.part === part)?.chunk;
    for (let place = 0; place < chunk.count; place++) {
      const id = chunk.idAt(place);
      if ((likely?.placeOf(id) ?? -1) < 0 && !this.#has(id)) this.#deletedKeys.add(id);
    }
  }
}

/**
 * Sorts by `newestFirst`. For a list that spans many days, sorting each day separately is faster.
 */
function inDayOrder(rows: Iterable<TransactionRow>): readonly Transaction[] {
  const days = new Map<string, Transaction[]>();
  for (const row of rows) {
    const transaction = recordOf(row);
    if (transaction === null) continue;
    const sameDay = days.get(transaction.date);
    if (sameDay === undefined) days.set(transaction.date, [transaction]);
    else sameDay.push(transaction);
  }
  return [...days.keys()].sort().reverse()
    .flatMap((day) => days.get(day)?.sort(newestFirst) ?? []);
}

function byName(one: StoredPart, other: StoredPart): number {
  return one.part < other.part ? -1 : 1;
}

function latest(rows: readonly TransactionRow[]): ReadonlyMap<string, TransactionRow> {
  const byId = new Map<string, TransactionRow>();
  for (const row of rows) byId.set(row.key, row);
  return byId;
}

/** Returns a row's transaction; `null` if it is deleted. */
function recordOf(row: TransactionRow | undefined): Transaction | null {
  return row === undefined || row.isDeleted ? null : row.record;
}

function emptyPart(name: string): ChunkPart {
  return new ChunkPart(name, TransactionChunk.of<Transaction>([]));
}
