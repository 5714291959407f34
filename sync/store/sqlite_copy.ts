import { DAY_MS } from "../../domain/base/day.ts";
import type {
  CollectionRow,
  CollectionRows,
  CollectionWrite,
  CopyPoll,
  CopyRows,
  MonthCurrency,
  MonthRow,
  MonthRows,
  PollRequest,
} from "./backend.ts";
import type { Bytes } from "./sealer.ts";
import {
  bytesIn,
  type Database,
  type FileKind,
  type OnFile,
  sql,
  type SqlRow,
} from "./sqlite_file.ts";
import type { CollectionMark } from "./store.ts";

/** Data of a token that was unused for this long is deleted, in milliseconds. */
const UNUSED_MS = 90 * DAY_MS;

/** Schema of the cache file. A part without a body was removed by a full read. */
export const copyFile: FileKind = {
  applicationId: 0x62_74_73_63,
  isChecked: false,
  aheadBytes: 64_000_000,
  versions: [
    `
    CREATE TABLE owners (owner TEXT PRIMARY KEY, used_at INTEGER NOT NULL) STRICT;
    CREATE TABLE plans (owner TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
    CREATE TABLE collections (
      owner TEXT NOT NULL, name TEXT NOT NULL, epoch TEXT NOT NULL, version INTEGER NOT NULL,
      state BLOB NOT NULL, deleted BLOB NOT NULL, deleted_version INTEGER NOT NULL,
      is_forgotten INTEGER NOT NULL,
      PRIMARY KEY (owner, name)
    ) STRICT;
    CREATE TABLE months (
      owner TEXT NOT NULL, plan TEXT NOT NULL, name TEXT NOT NULL, knowledge INTEGER,
      read_at INTEGER NOT NULL, utc_day TEXT NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (owner, plan, name)
    ) STRICT;
    CREATE TABLE taken_ids (owner TEXT NOT NULL, plan TEXT NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE TABLE touched (
      owner TEXT NOT NULL, plan TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (owner, plan)
    ) STRICT
  `,
    // Versions 2 and 3 added tables and columns that version 4 removes.
    "DROP TABLE IF EXISTS side_blobs",
    "DROP TABLE IF EXISTS blobs",
    // The format of parts changed, so they are reloaded from YNAB.
    `
    DROP TABLE IF EXISTS side_blobs;
    DROP TABLE IF EXISTS blobs;
    DROP TABLE IF EXISTS parts;
    CREATE TABLE parts (
      owner TEXT NOT NULL, collection TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, body BLOB,
      PRIMARY KEY (owner, collection, name)
    ) STRICT;
    DELETE FROM collections
  `,
  ],
};

export interface CopyRowsOptions {
  readonly file: OnFile;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Opens one owner's cache, and deletes the data of unused owners. */
export function createCopyRows(
  { file, owner, now }: CopyRowsOptions,
): CopyRows & { poll(at: Pick<PollRequest, "plan" | "seen">): Promise<CopyPoll> } {
  // If another process is writing or the disk is full, do this another day.
  file((database) => forgetUnused(database, owner, now())).catch(() => {});
  return {
    collections: createCollectionRows(file, owner),
    months: createMonthRows(file, owner),
    loadPlans: () =>
      file((database): Bytes | null => {
        const row = database.get(sql`SELECT body FROM plans WHERE owner = ${owner}`);
        return row === undefined ? null : bytesIn(row["body"]);
      }),
    savePlans: (body) =>
      file((database) =>
        void database.run(sql`INSERT OR REPLACE INTO plans VALUES (${owner}, ${body})`)
      ),
    forgetPlan: (plan, collections) =>
      file((database) =>
        database.inTransaction(() => {
          database.run(sql`DELETE FROM months WHERE owner = ${owner} AND plan = ${plan}`);
          for (const { name, epoch } of collections) {
            database.run(sql`
              UPDATE collections SET epoch = ${epoch}, is_forgotten = 1
              WHERE owner = ${owner} AND name = ${name}`);
          }
        })
      ),
    addReservedIds: (plan, body) =>
      file((database) =>
        void database.run(sql`INSERT INTO taken_ids VALUES (${owner}, ${plan}, ${body})`)
      ),
    reservedIds: (plan) =>
      file((database): readonly Bytes[] =>
        database.all(sql`SELECT body FROM taken_ids WHERE owner = ${owner} AND plan = ${plan}`)
          .map(({ body }) => bytesIn(body))
      ),
    // The column used to hold a time; counting continues from that value.
    touch: (plan) =>
      file((database) => {
        const row = database.get(sql`
          INSERT INTO touched VALUES (${owner}, ${plan}, 1)
          ON CONFLICT DO UPDATE SET at = at + 1 RETURNING at`);
        return Number(row?.["at"]);
      }),
    poll: ({ plan, seen }) =>
      file((database): CopyPoll =>
        database.inSnapshot(() => {
          const row = database.get(
            sql`SELECT at FROM touched WHERE owner = ${owner} AND plan = ${plan}`,
          );
          return { touches: Number(row?.["at"] ?? 0), moved: movedSince(database, owner, seen) };
        })
      ),
  };
}

const OWNED_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "taken_ids",
  "touched",
  "owners",
];

function forgetUnused(database: Database, owner: string, now: number): void {
  const row = database.get(sql`SELECT used_at FROM owners WHERE owner = ${owner}`);
  // Update once per day at most; otherwise every start would write.
  if (row !== undefined && Math.abs(now - Number(row["used_at"])) < DAY_MS) return;
  database.inTransaction(() => {
    database.run(sql`INSERT OR REPLACE INTO owners VALUES (${owner}, ${now})`);
    const unused = database.all(sql`SELECT owner FROM owners WHERE used_at < ${now - UNUSED_MS}`);
    for (const { owner: one = null } of unused) {
      for (const table of OWNED_TABLES) database.run(`DELETE FROM ${table} WHERE owner = ?`, one);
    }
  });
}

interface CollectionKey {
  readonly owner: string;
  readonly name: string;
}

function createCollectionRows(file: OnFile, owner: string): CollectionRows {
  return {
    find: (name, since) =>
      file((database) => database.inSnapshot(() => found(database, { owner, name }, since))),
    stateAt: (name, { epoch, version }) =>
      file((database): Bytes | null => {
        const row = database.get(sql`
          SELECT state FROM collections WHERE owner = ${owner} AND name = ${name}
            AND epoch = ${epoch} AND version = ${version}`);
        return row === undefined ? null : bytesIn(row["state"]);
      }),
    write: (name, change) =>
      file((database) =>
        database.inTransaction(() => isWritten(database, { owner, name }, change))
      ),
    forget: (name) =>
      file((database) =>
        database.inTransaction(() => {
          database.run(sql`DELETE FROM collections WHERE owner = ${owner} AND name = ${name}`);
          database.run(sql`DELETE FROM parts WHERE owner = ${owner} AND collection = ${name}`);
        })
      ),
  };
}

/** Returns collections written since the given marks. */
function movedSince(
  database: Database,
  owner: string,
  seen: PollRequest["seen"],
): CopyPoll["moved"] {
  return seen.flatMap(({ name, mark }) => {
    const current = markOf(database, { owner, name });
    if (current?.epoch === mark.epoch && current.version === mark.version) return [];
    const collection = found(database, { owner, name }, mark);
    return collection === null ? [] : { ...collection, name };
  });
}

function markOf(database: Database, { owner, name }: CollectionKey): CollectionMark | null {
  const row = database.get(
    sql`SELECT epoch, version FROM collections WHERE owner = ${owner} AND name = ${name}`,
  );
  return row === undefined ? null : markIn(row);
}

function markIn(row: SqlRow): CollectionMark {
  return { epoch: String(row["epoch"]), version: Number(row["version"]) };
}

function found(
  database: Database,
  { owner, name }: CollectionKey,
  since: CollectionMark | null,
): CollectionRow | null {
  const row = database.get(
    sql`SELECT * FROM collections WHERE owner = ${owner} AND name = ${name}`,
  );
  if (row === undefined) return null;
  if (since !== null && row["epoch"] === since.epoch) {
    const parts = database.all(sql`
      SELECT name, version, body FROM parts
      WHERE owner = ${owner} AND collection = ${name} AND version > ${since.version}`);
    // The reader can't tell which part was removed.
    if (parts.every(({ body }) => body !== null)) return rowOf(row, parts, false);
  }
  const parts = database.all(sql`
    SELECT name, version, body FROM parts
    WHERE owner = ${owner} AND collection = ${name} AND body IS NOT NULL`);
  return rowOf(row, parts, true);
}

function rowOf(row: SqlRow, parts: readonly SqlRow[], isWhole: boolean): CollectionRow {
  return {
    mark: markIn(row),
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

function isWritten(
  database: Database,
  { owner, name }: CollectionKey,
  { seen, mark: { epoch, version }, isWhole, state, deleted, parts }: CollectionWrite,
): boolean {
  const current = markOf(database, { owner, name });
  if (current?.epoch !== seen?.epoch || current?.version !== seen?.version) return false;
  database.run(sql`
    INSERT INTO collections VALUES
      (${owner}, ${name}, ${epoch}, ${version}, ${state}, ${deleted ?? new Uint8Array()},
        ${version}, 0)
    ON CONFLICT DO UPDATE SET version = excluded.version, state = excluded.state,
      deleted = coalesce(${deleted}, deleted), is_forgotten = 0`);
  if (isWhole) {
    database.run(sql`
      UPDATE parts SET body = NULL, version = ${version}
      WHERE owner = ${owner} AND collection = ${name} AND body IS NOT NULL`);
  }
  for (const { name: part, body } of parts) {
    // `INSERT OR REPLACE` would also write the pages of the index.
    database.run(sql`
      INSERT INTO parts VALUES (${owner}, ${name}, ${part}, ${version}, ${body})
      ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body`);
  }
  return true;
}

function createMonthRows(file: OnFile, owner: string): MonthRows {
  return {
    find: ({ plan, name }, readAfter) =>
      file((database): MonthRow | null => {
        const row = database.get(sql`
          SELECT * FROM months WHERE owner = ${owner} AND plan = ${plan} AND name = ${name}
            AND read_at > ${readAfter}`);
        return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
      }),
    save: (plan, { name, knowledge, readAt, taggedDay, body }) =>
      file((database) =>
        void database.run(sql`
          INSERT OR REPLACE INTO months
          VALUES (${owner}, ${plan}, ${name}, ${knowledge}, ${readAt}, ${taggedDay}, ${body})`)
      ),
    list: (plan) =>
      file((database) =>
        database.all(sql`
          SELECT name, knowledge, read_at, utc_day FROM months
          WHERE owner = ${owner} AND plan = ${plan}`).map(currencyOf)
      ),
    note: (plan, { changed, askedAt, knowledge, standing }) =>
      file((database) =>
        database.inTransaction(() => {
          for (const name of changed) {
            database.run(sql`
              DELETE FROM months WHERE owner = ${owner} AND plan = ${plan} AND name = ${name}
                AND read_at <= ${askedAt}`);
          }
          for (const { name, from, to } of standing) {
            database.run(sql`
              UPDATE months SET knowledge = ${knowledge}, utc_day = ${to}
              WHERE owner = ${owner} AND plan = ${plan} AND name = ${name} AND utc_day = ${from}`);
          }
        })
      ),
  };
}

function currencyOf(row: SqlRow): MonthCurrency {
  return {
    name: String(row["name"]),
    knowledge: row["knowledge"] as number | null,
    readAt: Number(row["read_at"]),
    taggedDay: String(row["utc_day"]),
  };
}
