/**
 * Staging of blobs in the copy's file: large writes put them there in several transactions before
 * one small transaction refers to them, and so switches readers over. Until then nobody looks at
 * them; what a killed process has staged, and what it has not removed, goes an hour later.
 *
 * @module
 */

import { nextRound } from "../../client/timers.ts";
import type { PartWrite } from "../sealing/copy_rows.ts";
import type { Bytes } from "../sealing/sealer.ts";
import type { Database } from "./database.ts";

/** So many bytes are written, or removed, before others have their turn. */
const MANY_BYTES = 4_000_000;
/** Blobs that are removed before others have their turn: some {@linkcode MANY_BYTES}. */
const REMOVED_AT_ONCE = 10;
/** What nobody refers to after so long is nobody's any more, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Whose blobs are staged. */
export interface StagingOptions {
  readonly database: Database;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A blob that is to be staged. */
export interface StagedBlob {
  /** No other blob has had it: who refers to it gets this one or none. */
  readonly id: string;
  readonly body: Bytes;
}

/**
 * Gives the blobs of parts ids to be staged under.
 *
 * @param parts The parts.
 */
export function blobsOf(parts: readonly PartWrite[]): readonly StagedBlob[] {
  const write = globalThis.crypto.randomUUID();
  return parts.flatMap(({ body, onDemand }) => [body, ...onDemand.map((side) => side.body)])
    .map((body, nth) => ({ id: `${write} ${nth}`, body }));
}

/**
 * Writes blobs where no reader looks, some in each transaction, and moves them into the file.
 * Others have their turn in between and afterwards.
 *
 * @param blobs The blobs.
 * @param options Whose they are.
 */
export async function stageInTurns(
  blobs: readonly StagedBlob[],
  { database, owner, now }: StagingOptions,
): Promise<void> {
  for (const some of inPortions(blobs)) {
    database.inTransaction(() => {
      for (const { id, body } of some) {
        database.run("INSERT INTO blobs VALUES (?, ?, ?, ?)", id, owner, now, body);
      }
    });
    await nextRound();
    database.moveAhead();
    await nextRound();
  }
}

/**
 * Whether all blobs still lie where they were staged; another process may have removed them, if
 * this one stood still for long.
 *
 * @param database The copy's file.
 * @param blobs The blobs.
 */
export function areStaged(database: Database, blobs: readonly StagedBlob[]): boolean {
  return blobs.every(({ id }) =>
    database.get("SELECT 1 FROM blobs WHERE id = ?", id) !== undefined
  );
}

/**
 * Removes blobs that nobody refers to any more.
 *
 * @param database The copy's file.
 * @param ids Their ids.
 */
export function removeBlobs(database: Database, ids: readonly string[]): void {
  for (const id of ids) database.run("DELETE FROM blobs WHERE id = ?", id);
}

/**
 * The same, some in each transaction. What is left when that fails goes later, as abandoned.
 *
 * @param database The copy's file.
 * @param ids Their ids.
 */
export async function removeInTurns(database: Database, ids: readonly string[]): Promise<void> {
  try {
    for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) {
      await nextRound();
      database.inTransaction(() => removeBlobs(database, ids.slice(at, at + REMOVED_AT_ONCE)));
    }
  } catch {
    // Another process is writing, or the file has been closed.
  }
}

/**
 * Removes what was staged long ago and is referred to by nobody: its process was killed.
 *
 * @param options Whose they are, and the time.
 */
export function removeAbandoned({ database, owner, now }: StagingOptions): void {
  // The clock may have been ahead: what is to be staged in an hour is as old as that.
  database.run(
    "DELETE FROM blobs WHERE owner = ? AND abs(staged_at - ?) > ? " +
      "AND id NOT IN (SELECT blob FROM parts WHERE owner = ? AND blob IS NOT NULL) " +
      "AND id NOT IN (SELECT blob FROM side_blobs WHERE owner = ? AND blob IS NOT NULL)",
    owner,
    now,
    ABANDONED_MS,
    owner,
    owner,
  );
}

function* inPortions(blobs: readonly StagedBlob[]): Generator<readonly StagedBlob[]> {
  let [some, bytes]: [StagedBlob[], number] = [[], 0];
  for (const blob of blobs) {
    if (some.length > 0 && bytes + blob.body.length > MANY_BYTES) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(blob);
    bytes += blob.body.length;
  }
  if (some.length > 0) yield some;
}
