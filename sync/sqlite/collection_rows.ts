/**
 * Collections in the copy's file: a row each, and a row per part. A part without a body is
 * one that a whole read has left out. Large writes refer to staged blobs.
 *
 * @module
 */

import type { CollectionRow, CollectionRows } from "../sealing/copy_rows.ts";
import type { Bytes } from "../sealing/sealer.ts";
import type { CollectionMark } from "../store.ts";
import { bytesIn, type Database, type SqlRow } from "./database.ts";
import { blobsReferredTo, type CollectionKey, writeCollection } from "./collection_writes.ts";
import { removeBlobs } from "./staged_blobs.ts";

/** Whose collections are opened. */
export interface CollectionRowsOptions {
  /** The copy's file. */
  readonly database: Database;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Opens the collections of one owner.
 *
 * @param options The file, and whose they are.
 */
export function createCollectionRows(
  { database, owner, now }: CollectionRowsOptions,
): CollectionRows {
  return {
    find(name, since): CollectionRow | null {
      return database.inSnapshot(() => found(database, [owner, name], since));
    },
    stateAt(name, { epoch, version }): CollectionRow["state"] | null {
      const row = database.get(
        "SELECT state FROM collections WHERE owner = ? AND name = ? AND epoch = ? AND version = ?",
        owner,
        name,
        epoch,
        version,
      );
      return row === undefined ? null : bytesIn(row["state"]);
    },
    write(name, change): Promise<boolean> {
      return writeCollection({ database, key: [owner, name] }, change, now());
    },
    readSide(name, blobs): readonly (CollectionRow["state"] | null)[] {
      return blobs.map(({ part, name: blob, version }) => {
        const row = database.get(
          "SELECT side_blobs.body, blobs.body AS staged " +
            "FROM side_blobs LEFT JOIN blobs ON blobs.id = side_blobs.blob " +
            "WHERE side_blobs.owner = ? AND collection = ? AND part = ? AND name = ? " +
            "AND version = ?",
          owner,
          name,
          part,
          blob,
          version,
        );
        return row === undefined ? null : bodyOf(row);
      });
    },
    forget(name): void {
      database.inTransaction(() => {
        removeBlobs(database, blobsReferredTo({ database, key: [owner, name] }));
        database.run("DELETE FROM collections WHERE owner = ? AND name = ?", owner, name);
        for (const table of ["parts", "side_blobs"]) {
          database.run(`DELETE FROM ${table} WHERE owner = ? AND collection = ?`, owner, name);
        }
      });
    },
  };
}

/**
 * Gives those collections that stand no more where they were seen.
 *
 * @param database The copy's file, in a snapshot.
 * @param owner Whose they are.
 * @param seen Their names and marks.
 */
export function movedSince(
  database: Database,
  owner: string,
  seen: readonly { readonly name: string; readonly mark: CollectionMark }[],
): readonly (CollectionRow & { readonly name: string })[] {
  if (seen.length === 0) return [];
  const marks = database.all(
    "SELECT name, epoch, version FROM collections " +
      `WHERE owner = ? AND name IN (${seen.map(() => "?").join(", ")})`,
    owner,
    ...seen.map(({ name }) => name),
  );
  return seen.flatMap(({ name, mark }) => {
    const row = marks.find((one) => one["name"] === name);
    const isSame = row?.["epoch"] === mark.epoch && row["version"] === mark.version;
    const collection = row === undefined || isSame ? null : found(database, [owner, name], mark);
    return collection === null ? [] : { ...collection, name };
  });
}

const PARTS = "SELECT name, version, parts.body, blobs.body AS staged " +
  "FROM parts LEFT JOIN blobs ON blobs.id = parts.blob";

/**
 * Gives what was staged, where the row refers to it, or else what lies in the row itself. SQLite
 * would have to copy the bytes once more to choose.
 */
function bodyOf({ body, staged }: SqlRow): Bytes {
  return bytesIn(staged ?? body);
}

function found(
  database: Database,
  key: CollectionKey,
  since: CollectionMark | null,
): CollectionRow | null {
  const row = database.get("SELECT * FROM collections WHERE owner = ? AND name = ?", ...key);
  if (row === undefined) return null;
  if (since !== null && row["epoch"] === since.epoch) {
    const parts = database.all(
      `${PARTS} WHERE parts.owner = ? AND collection = ? AND version > ?`,
      ...key,
      since.version,
    );
    // Nothing tells the reader which part it was that is no more.
    if (parts.every(({ body }) => body !== null)) return rowOf(row, parts, false);
  }
  const parts = database.all(
    `${PARTS} WHERE parts.owner = ? AND collection = ? AND parts.body IS NOT NULL`,
    ...key,
  );
  return rowOf(row, parts, true);
}

function rowOf(row: SqlRow, parts: readonly SqlRow[], isWhole: boolean): CollectionRow {
  return {
    mark: { epoch: String(row["epoch"]), version: Number(row["version"]) },
    isForgotten: row["is_forgotten"] === 1,
    state: bytesIn(row["state"]),
    deleted: bytesIn(row["deleted"]),
    parts: parts.map((part) => {
      const body = bodyOf(part);
      return {
        name: String(part["name"]),
        version: Number(part["version"]),
        body,
        // SQLite makes a buffer of its own for each.
        release: () => void body.buffer.transfer(0),
      };
    }),
    isWhole,
  };
}
