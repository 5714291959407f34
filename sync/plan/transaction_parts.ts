import type { Transaction } from "../../client/wire/transaction.ts";
import { CHUNK_SIZE } from "../../domain/transactions/transaction_chunks.ts";
import { inOrder, newestFirst } from "../../domain/transactions/chunk_facts.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import type { StoredPart } from "../store/store.ts";
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

/** A stored part: either a chunk, named after its oldest day, or the edits of a chunk. */
export class ChunkPart implements StoredPart {
  readonly part: string;
  readonly chunk: TransactionChunk<Transaction>;
  /** Edits since the chunk was stored; `chunk` already includes them. */
  readonly edits: ChunkEdits;
  /** Ids of transactions that the edits deleted; empty for a chunk. */
  readonly gone: readonly string[];
  readonly bytes = (): Uint8Array<ArrayBuffer> => bytesOfChunk(this);

  constructor(
    part: string,
    chunk: TransactionChunk<Transaction>,
    { edits = new Map(), gone = [] }: {
      readonly edits?: ChunkEdits;
      readonly gone?: readonly string[];
    } = {},
  ) {
    this.part = part;
    this.chunk = chunk;
    this.edits = edits;
    this.gone = gone;
  }

  get keys(): readonly string[] {
    const ids = Array.from({ length: this.chunk.count }, (_, at) => this.chunk.idAt(at));
    return [...ids, ...this.gone];
  }

  get records(): readonly Transaction[] {
    return this.chunk.all;
  }

  /** Converts a stored part, packed or plain. */
  static from(part: StoredPart): ChunkPart {
    if (part instanceof ChunkPart) return part;
    const { bytes, records } = part;
    if (bytes === undefined) {
      const live = (records as readonly Transaction[]).toSorted(newestFirst);
      return new ChunkPart(part.part, TransactionChunk.of(live));
    }
    const { chunk, gone } = chunkOfBytes(bytes());
    return new ChunkPart(part.part, chunk, { gone });
  }

  get editsPart(): StoredPart {
    const live = [...this.edits.values()].flatMap((transaction) => transaction ?? []);
    const gone = [...this.edits].flatMap(([id, transaction]) => transaction === null ? id : []);
    const chunk = TransactionChunk.of(live.sort(newestFirst));
    return new ChunkPart(editsNameOf(this.part), chunk, { gone });
  }

  with(edits: ChunkEdits, all: ChunkEdits): ChunkPart {
    const removed = new Set<number>();
    const added: Transaction[] = [];
    for (const [id, transaction] of edits) {
      const place = this.chunk.placeOf(id);
      if (place >= 0) removed.add(place);
      if (transaction !== null) added.push(transaction);
    }
    return new ChunkPart(this.part, this.chunk.edited({ removed, added: inOrder(added) }), {
      edits: all,
    });
  }
}

export function editsIn({ chunk, gone }: ChunkPart): ChunkEdits {
  const live = chunk.all.map((one): [string, Transaction] => [one.id, one]);
  return new Map([...live, ...gone.map((id): [string, null] => [id, null])]);
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
