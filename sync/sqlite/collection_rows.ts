/**
 * Collections in the copy's file: a row each, and a row per part. A part without a body is
 * one that a whole read has left out.
 *
 * @module
 */

import { nextRound } from "../../client/timers.ts";
import type { CollectionRow, CollectionRows, CollectionWrite } from "../sealing/copy_rows.ts";
import type { CollectionMark } from "../store.ts";
import { bytesIn, type Database, type SqlRow } from "./database.ts";

/** After a write of so many bytes they are moved into the file. */
const MANY_BYTES = 2_000_000;

/**
 * Opens the collections of one owner.
 *
 * @param database The copy's file.
 * @param owner Whose they are.
 */
export function createCollectionRows(database: Database, owner: string): CollectionRows {
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
    async write(name, change): Promise<boolean> {
      const isDone = database.inTransaction(() => isWritten(database, [owner, name], change));
      // In a turn of its own: both together would keep the event loop for too long.
      if (bytesOf(change) >= MANY_BYTES) {
        await nextRound();
        database.moveAhead();
      }
      return isDone;
    },
    readSide(name, blobs): readonly (CollectionRow["state"] | null)[] {
      return blobs.map(({ part, name: blob, version }) => {
        const row = database.get(
          "SELECT body FROM side_blobs " +
            "WHERE owner = ? AND collection = ? AND part = ? AND name = ? AND version = ?",
          owner,
          name,
          part,
          blob,
          version,
        );
        return row === undefined ? null : bytesIn(row["body"]);
      });
    },
    forget(name): void {
      database.inTransaction(() => {
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

type Key = readonly [owner: string, name: string];

function found(database: Database, key: Key, since: CollectionMark | null): CollectionRow | null {
  const row = database.get("SELECT * FROM collections WHERE owner = ? AND name = ?", ...key);
  if (row === undefined) return null;
  if (since !== null && row["epoch"] === since.epoch) {
    const parts = database.all(
      "SELECT name, version, body FROM parts WHERE owner = ? AND collection = ? AND version > ?",
      ...key,
      since.version,
    );
    // Nothing tells the reader which part it was that is no more.
    if (parts.every(({ body }) => body !== null)) return rowOf(row, parts, false);
  }
  const parts = database.all(
    "SELECT name, version, body FROM parts " +
      "WHERE owner = ? AND collection = ? AND body IS NOT NULL",
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
    parts: parts.map(({ name, version, body }) => ({
      name: String(name),
      version: Number(version),
      body: bytesIn(body),
    })),
    isWhole,
  };
}

function bytesOf({ parts }: CollectionWrite): number {
  return parts.reduce((sum, { body }) => sum + body.length, 0);
}

function isWritten(
  database: Database,
  key: Key,
  { seen, mark, isWhole, state, deleted, parts }: CollectionWrite,
): boolean {
  const row = database.get(
    "SELECT epoch, version FROM collections WHERE owner = ? AND name = ?",
    ...key,
  );
  const isSeen = row?.["epoch"] === seen?.epoch && row?.["version"] === seen?.version;
  if (!isSeen) return false;
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
      "UPDATE parts SET body = NULL, version = ? " +
        "WHERE owner = ? AND collection = ? AND body IS NOT NULL",
      version,
      ...key,
    );
    database.run("DELETE FROM side_blobs WHERE owner = ? AND collection = ?", ...key);
  }
  for (const { name, body, onDemand } of parts) {
    database.run(
      "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)",
      ...key,
      name,
      version,
      body,
    );
    database.run(
      "DELETE FROM side_blobs WHERE owner = ? AND collection = ? AND part = ?",
      ...key,
      name,
    );
    for (const blob of onDemand) {
      database.run(
        "INSERT INTO side_blobs VALUES (?, ?, ?, ?, ?, ?)",
        ...key,
        name,
        blob.name,
        version,
        blob.body,
      );
    }
  }
  return true;
}
