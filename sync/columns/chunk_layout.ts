/**
 * Cuts transactions into chunks between two days, and tells which of them a day belongs to.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import { inOrder } from "../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { CHUNK_SIZE } from "../../domain/transactions/transaction_chunks.ts";
import { ChunkPart } from "./chunk_part.ts";

/** A chunk that has grown to more than this is cut again. */
const LARGEST_CHUNK = 2 * CHUNK_SIZE;

/** The part of the oldest days, and of what is no day. */
export const OLDEST_PART = "0000-00-00";

/**
 * Cuts transactions into parts.
 *
 * @param transactions In any order.
 * @param oldest The name of the part with the oldest of them.
 * @returns Parts of about {@linkcode CHUNK_SIZE}, the newest first; no day is in two of them.
 */
export function partsOf(
  transactions: readonly Transaction[],
  oldest: string = OLDEST_PART,
): readonly ChunkPart[] {
  const ordered = inOrder(transactions);
  const dateAt = (place: number): string => (ordered[place] as Transaction).date;
  const parts: ChunkPart[] = [];
  for (let from = 0; from < ordered.length;) {
    let until = Math.min(from + CHUNK_SIZE, ordered.length);
    const last = dateAt(until - 1);
    while (until < ordered.length && dateAt(until) === last) until++;
    const isOldest = until === ordered.length || last <= oldest;
    if (isOldest) until = ordered.length;
    const chunk = TransactionChunk.of(ordered.slice(from, until)).detached();
    parts.push(new ChunkPart(isOldest ? oldest : last, chunk));
    from = until;
  }
  return parts;
}

/**
 * Cuts a part that has grown too large.
 *
 * @param part A part.
 * @returns Parts of which the one with the oldest days has its name.
 */
export function cutPart(part: ChunkPart): readonly ChunkPart[] {
  if (part.chunk.count <= LARGEST_CHUNK) return [part];
  return partsOf(part.records, part.part);
}

/**
 * Puts parts in order.
 *
 * @param parts In any order.
 * @returns The newest first.
 */
export function newestFirst(parts: readonly ChunkPart[]): readonly ChunkPart[] {
  return parts.toSorted((one, other) => one.part > other.part ? -1 : 1);
}

/**
 * Names the part that a day belongs to.
 *
 * @param parts The newest first.
 * @param date A transaction's date.
 */
export function partNameOf(parts: readonly ChunkPart[], date: string): string {
  return parts.find(({ part }) => part <= date)?.part ?? OLDEST_PART;
}

/**
 * Tells whether parts follow each other.
 *
 * @param parts The newest first, none of them empty.
 */
export function areInOrder(parts: readonly ChunkPart[]): boolean {
  return parts.every(({ chunk }, at) => {
    const next = parts[at + 1]?.chunk;
    if (next === undefined) return true;
    const oldest = chunk.facts.days[chunk.count - 1] as number;
    const newest = next.facts.days[0] as number;
    // What is no day stands anywhere.
    return oldest > newest || oldest < 0 || newest < 0;
  });
}
