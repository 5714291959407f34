/**
 * Writing of a collection in the copy's file, by compare-and-swap. A small change is one
 * transaction. Of a large one the parts are staged first, and one small transaction switches
 * readers over to them.
 *
 * @module
 */

import type { CollectionWrite } from "../sealing/copy_rows.ts";
import type { Bytes } from "../sealing/sealer.ts";
import type { CollectionMark } from "../store.ts";
import type { Database } from "./database.ts";
import {
  areStaged,
  blobsOf,
  removeAbandoned,
  removeBlobs,
  removeInTurns,
  type StagedBlob,
  stageInTurns,
} from "./staged_blobs.ts";

/** A write of so many bytes is made in several turns: at once it would keep the event loop. */
const LARGE_BYTES = 2_000_000;
const NO_BYTES: Bytes = new Uint8Array();

/** A collection in the file. */
export interface CollectionPlace {
  readonly database: Database;
  readonly key: CollectionKey;
}

/** The key of a collection's row. */
export type CollectionKey = readonly [owner: string, name: string];

/**
 * Writes a change unless others have written since.
 *
 * @param place Where.
 * @param change The change.
 * @param now Milliseconds since 1970.
 * @returns Whether it was written.
 */
export async function writeCollection(
  place: CollectionPlace,
  change: CollectionWrite,
  now: number,
): Promise<boolean> {
  if (bytesOf(change) >= LARGE_BYTES) return await writtenInTurns(place, change, now);
  const { database } = place;
  return database.inTransaction(() => {
    const unused = switchedOver(place, change, []);
    removeBlobs(database, unused ?? []);
    return unused !== null;
  });
}

/**
 * Gives the ids of the staged blobs that a collection refers to, or one part of it.
 *
 * @param place Where.
 * @param part The part's name; all where it is absent.
 */
export function blobsReferredTo(
  { database, key }: CollectionPlace,
  part?: string,
): readonly string[] {
  return [["parts", "name"], ["side_blobs", "part"]].flatMap(([table, column]) =>
    database.all(
      `SELECT blob FROM ${table} WHERE owner = ? AND collection = ? AND blob IS NOT NULL` +
        (part === undefined ? "" : ` AND ${column} = ?`),
      ...key,
      ...(part === undefined ? [] : [part]),
    )
  ).map(({ blob }) => String(blob));
}

/** Writes a change in several transactions, of which the last one lets readers see it. */
async function writtenInTurns(
  place: CollectionPlace,
  change: CollectionWrite,
  now: number,
): Promise<boolean> {
  const { database, key: [owner] } = place;
  if (!standsAt(place, change.seen)) return false;
  const staged = blobsOf(change.parts);
  let unused: readonly string[] | null = null;
  try {
    database.inTransaction(() => removeAbandoned({ database, owner, now }));
    await stageInTurns(staged, { database, owner, now });
    unused = database.inTransaction(() => switchedOver(place, change, staged));
    return unused !== null;
  } finally {
    await removeInTurns(database, unused ?? staged.map(({ id }) => id));
  }
}

function bytesOf({ parts }: CollectionWrite): number {
  return parts.flatMap(({ body, onDemand }) => [body, ...onDemand.map((blob) => blob.body)])
    .reduce((sum, { length }) => sum + length, 0);
}

function standsAt({ database, key }: CollectionPlace, seen: CollectionMark | null): boolean {
  const row = database.get(
    "SELECT epoch, version FROM collections WHERE owner = ? AND name = ?",
    ...key,
  );
  return row?.["epoch"] === seen?.epoch && row?.["version"] === seen?.version;
}

/**
 * Writes a change within one transaction, by compare-and-swap. Of what was staged it writes the
 * ids alone, and so lets readers see it.
 *
 * @returns The ids of the blobs that nobody refers to any more; `null` if nothing was written.
 */
function switchedOver(
  place: CollectionPlace,
  { seen, mark, isWhole, state, deleted, parts }: CollectionWrite,
  staged: readonly StagedBlob[],
): readonly string[] | null {
  if (!standsAt(place, seen) || !areStaged(place.database, staged)) return null;
  const { database, key } = place;
  const unused = isWhole
    ? blobsReferredTo(place)
    : parts.flatMap(({ name }) => blobsReferredTo(place, name));
  const inOrder = staged.values();
  const placed = (body: Bytes): readonly [Bytes, string | null] => {
    const blob = inOrder.next().value;
    return blob === undefined ? [body, null] : [NO_BYTES, blob.id];
  };
  const { epoch, version } = mark;
  database.run(
    "INSERT INTO collections VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET " +
      "version = excluded.version, state = excluded.state, is_forgotten = 0",
    ...key,
    epoch,
    version,
    state,
    deleted ?? new Uint8Array(),
    version,
  );
  if (deleted !== null) {
    database.run(
      "UPDATE collections SET deleted = ?, deleted_version = ? WHERE owner = ? AND name = ?",
      deleted,
      version,
      ...key,
    );
  }
  if (isWhole) {
    database.run(
      "UPDATE parts SET body = NULL, blob = NULL, version = ? " +
        "WHERE owner = ? AND collection = ? AND body IS NOT NULL",
      version,
      ...key,
    );
    database.run("DELETE FROM side_blobs WHERE owner = ? AND collection = ?", ...key);
  }
  for (const { name, body, onDemand } of parts) {
    database.run(
      "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?)",
      ...key,
      name,
      version,
      ...placed(body),
    );
    database.run(
      "DELETE FROM side_blobs WHERE owner = ? AND collection = ? AND part = ?",
      ...key,
      name,
    );
    for (const blob of onDemand) {
      database.run(
        "INSERT INTO side_blobs VALUES (?, ?, ?, ?, ?, ?, ?)",
        ...key,
        name,
        blob.name,
        version,
        ...placed(blob.body),
      );
    }
  }
  return unused;
}
