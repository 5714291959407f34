import type { CollectionRow, CollectionRows, CollectionWrite } from "../sealing/copy_rows.ts";
import type { CollectionMark } from "../store.ts";
import { bytesIn, type Database, type SqlRow } from "./database.ts";

/** The key of a collection's row. */
type CollectionKey = readonly [owner: string, name: string];

/** Opens the collections of one owner in the copy's file. */
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
    write(name, change): boolean {
      return database.inTransaction(() => isWritten(database, [owner, name], change));
    },
    forget(name): void {
      database.inTransaction(() => {
        database.run("DELETE FROM collections WHERE owner = ? AND name = ?", owner, name);
        database.run("DELETE FROM parts WHERE owner = ? AND collection = ?", owner, name);
      });
    },
  };
}

/** Gives those collections that stand no more where they were seen. */
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

const PARTS = "SELECT name, version, body FROM parts";

function found(
  database: Database,
  key: CollectionKey,
  since: CollectionMark | null,
): CollectionRow | null {
  const row = database.get("SELECT * FROM collections WHERE owner = ? AND name = ?", ...key);
  if (row === undefined) return null;
  if (since !== null && row["epoch"] === since.epoch) {
    const parts = database.all(
      `${PARTS} WHERE owner = ? AND collection = ? AND version > ?`,
      ...key,
      since.version,
    );
    // Nothing tells the reader which part it was that is no more.
    if (parts.every(({ body }) => body !== null)) return rowOf(row, parts, false);
  }
  const parts = database.all(
    `${PARTS} WHERE owner = ? AND collection = ? AND body IS NOT NULL`,
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

/** Writes by compare-and-swap. */
function isWritten(
  database: Database,
  key: CollectionKey,
  { seen, mark: { epoch, version }, isWhole, state, deleted, parts }: CollectionWrite,
): boolean {
  const row = database.get(
    "SELECT epoch, version FROM collections WHERE owner = ? AND name = ?",
    ...key,
  );
  if (row?.["epoch"] !== seen?.epoch || row?.["version"] !== seen?.version) return false;
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
  }
  for (const { name, body } of parts) {
    // Not replaced: that would write the pages of the index as well.
    database.run(
      "INSERT INTO parts VALUES (?, ?, ?, ?, ?) " +
        "ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body",
      ...key,
      name,
      version,
      body,
    );
  }
  return true;
}
