import type { Transaction } from "../../client/wire/transaction.ts";
import { CHUNK_SIZE } from "../../domain/transactions/transaction_chunks.ts";
import { inOrder } from "../../domain/transactions/chunk_facts.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import type { StoredPart } from "../store/store.ts";
import { packJson, unpackJson } from "../store/sealer.ts";
import { bytesOfChunk, chunkOfBytes } from "./chunk_bytes.ts";

/** Maximum number of transactions in a chunk; a larger chunk is split. */
export const MAX_CHUNK = 2 * CHUNK_SIZE;
/** Maximum number of stored edits per chunk; with more, the chunk is rewritten. */
export const MAX_EDITS = 32;

/** The name of the part for the oldest days and for invalid days. */
const OLDEST_PART = "0000-00-00";
/** Suffix of a part's name if the part contains edits. */
const EDITS = "+edits";

/** A chunk's edited transactions by id; `null` for a deleted transaction. */
export type ChunkEdits = ReadonlyMap<string, Transaction | null>;

/** A chunk, and the name of its stored part. */
export class ChunkPart {
  readonly part: string;
  readonly chunk: TransactionChunk<Transaction>;
  /** Edits since the chunk was stored; `chunk` already includes them. */
  readonly edits: ChunkEdits;

  constructor(
    part: string,
    chunk: TransactionChunk<Transaction>,
    edits: ChunkEdits = new Map(),
  ) {
    this.part = part;
    this.chunk = chunk;
    this.edits = edits;
  }

  get stored(): StoredPart {
    return { part: this.part, bytes: () => bytesOfChunk(this.chunk) };
  }

  get storedEdits(): StoredPart {
    return { part: editsNameOf(this.part), bytes: () => packJson([...this.edits]) };
  }

  with(edits: ChunkEdits, all: ChunkEdits): ChunkPart {
    const removed = new Set<number>();
    const added: Transaction[] = [];
    for (const [id, transaction] of edits) {
      const place = this.chunk.placeOf(id);
      if (place >= 0) removed.add(place);
      if (transaction !== null) added.push(transaction);
    }
    return new ChunkPart(this.part, this.chunk.edited({ removed, added: inOrder(added) }), all);
  }
}

export function idsIn(chunk: TransactionChunk<Transaction>): readonly string[] {
  return Array.from({ length: chunk.count }, (_, at) => chunk.idAt(at));
}

export function chunkIn({ bytes }: StoredPart): TransactionChunk<Transaction> {
  return bytes === null ? TransactionChunk.of<Transaction>([]) : chunkOfBytes(bytes());
}

export function editsIn({ bytes }: StoredPart): ChunkEdits {
  return new Map(bytes === null ? [] : unpackJson(bytes()) as [string, Transaction | null][]);
}

export function editsNameOf(part: string): string {
  return part + EDITS;
}

export function chunkNameOf(part: string): string {
  return part.endsWith(EDITS) ? part.slice(0, -EDITS.length) : part;
}

/** Splits transactions into parts. */
export function* partsOf(
  transactions: readonly Transaction[],
  oldest: string = OLDEST_PART,
): Generator<ChunkPart, void> {
  const dateAt = (place: number): string => (transactions[place] as Transaction).date;
  for (let from = 0; from < transactions.length;) {
    let until = Math.min(from + CHUNK_SIZE, transactions.length);
    const last = dateAt(until - 1);
    while (until < transactions.length && dateAt(until) === last) until++;
    const isOldest = until === transactions.length || last <= oldest;
    if (isOldest) until = transactions.length;
    yield new ChunkPart(
      isOldest ? oldest : last,
      TransactionChunk.of(transactions.slice(from, until)),
    );
    from = until;
  }
}

export function newestPartsFirst(parts: Iterable<ChunkPart>): readonly ChunkPart[] {
  return [...parts].sort((one, other) => one.part > other.part ? -1 : 1);
}

/** Returns the name of the part that contains a day. `parts` must be sorted newest first. */
export function partNameOf(parts: readonly ChunkPart[], date: string): string {
  return parts.find(({ part }) => part <= date)?.part ?? OLDEST_PART;
}
