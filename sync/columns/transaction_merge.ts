/**
 * What a delta makes of parts: those that it touches are made anew, step by step where it is long,
 * and nothing else is.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";
import type { Steps } from "../../domain/steps/all_steps.ts";
import { editedChunk, renamedChunk } from "../../domain/transactions/edited_chunk.ts";
import { inOrder } from "../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { prefixNumber } from "../../domain/transactions/transaction_ids.ts";
import type { PayeeNames } from "../payees/payee_names.ts";
import type { GoneRow, TableRow } from "../record_table.ts";
import { cutPart, newestFirst, partNameOf } from "./chunk_layout.ts";
import { ChunkPart } from "./chunk_part.ts";

/** A transaction that has come, or an id that has gone. */
export type TransactionRow = TableRow<Transaction> | GoneRow;

/** What a delta brings. */
export interface Delta {
  /** The last row of each id. */
  readonly rows: ReadonlyMap<string, TransactionRow>;
  /** Names that payees go by from now on, on all transactions. */
  readonly names: PayeeNames;
}

/** Parts behind a delta. */
export interface MergedParts {
  /** The newest first. */
  readonly parts: readonly ChunkPart[];
  /** Names of parts that are new, other than before, or gone. */
  readonly changed: ReadonlySet<string>;
}

/** With so many rows there is a step for each part. */
const MANY_ROWS = 64;

/** What happens to the transactions of one part. */
interface PartEdit {
  readonly removed: Set<number>;
  readonly added: Transaction[];
}

/**
 * Merges a delta into parts.
 *
 * @param before Parts, the newest first.
 * @param delta What has come.
 * @returns Other parts; those that nothing happens to are the same.
 */
export function* mergedParts(
  before: readonly ChunkPart[],
  { rows, names }: Delta,
): Steps<MergedParts> {
  const isLong = rows.size >= MANY_ROWS;
  const changed = new Set<string>();
  const parts = new Map<string, ChunkPart>();
  for (const part of before) {
    const renamed = names.size === 0 ? part : renamedPart(part, names);
    parts.set(part.part, renamed);
    if (renamed !== part) changed.add(part.part);
    if (isLong && names.size > 0) yield;
  }
  const edits = editsOf(before, rows);
  if (isLong) yield;
  for (const [name, { removed, added }] of edits) {
    changed.add(name);
    const chunk = parts.get(name)?.chunk ?? TransactionChunk.of<Transaction>([]).detached();
    const edited = editedChunk(chunk, { removed, added: inOrder(added) });
    parts.delete(name);
    if (edited.count === 0) continue;
    for (const part of cutPart(new ChunkPart(name, edited))) {
      parts.set(part.part, part);
      changed.add(part.part);
    }
    if (isLong) yield;
  }
  return { parts: newestFirst([...parts.values()]), changed };
}

/** Gives the transaction of a row; `null` for one that is gone. */
export function recordOf(row: TransactionRow): Transaction | null {
  return "record" in row && !row.isDeleted ? row.record : null;
}

function renamedPart(part: ChunkPart, names: PayeeNames): ChunkPart {
  const chunk = renamedChunk(part.chunk, names);
  return chunk === part.chunk ? part : new ChunkPart(part.part, chunk);
}

/** What goes and comes, by the names of the parts: renaming moves nothing. */
function editsOf(
  parts: readonly ChunkPart[],
  rows: ReadonlyMap<string, TransactionRow>,
): ReadonlyMap<string, PartEdit> {
  const edits = new Map<string, PartEdit>();
  const editOf = (name: string): PartEdit => {
    const edit = edits.get(name) ?? { removed: new Set(), added: [] };
    edits.set(name, edit);
    return edit;
  };
  for (const [id, row] of rows) {
    const prefix = prefixNumber(id);
    for (const { part, chunk } of parts) {
      const place = chunk.placeOf(id, prefix);
      if (place >= 0) editOf(part).removed.add(place);
    }
    const record = recordOf(row);
    if (record !== null) editOf(partNameOf(parts, record.date)).added.push(record);
  }
  return edits;
}
