import { DAY_MS } from "../../domain/base/day.ts";
import type {
  CollectionRow,
  CollectionRows,
  CollectionWrite,
  CopyLook,
  CopyRows,
  Looking,
  MonthCurrency,
  MonthRow,
  MonthRows,
} from "./backend.ts";
import type { Bytes } from "./sealer.ts";
import { bytesIn, type Database, type FileKind, type OnFile, type SqlRow } from "./sqlite_file.ts";
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
    CREATE TABLE parts (
      owner TEXT NOT NULL, collection TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, body BLOB,
      PRIMARY KEY (owner, collection, name)
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
    `
    CREATE TABLE side_blobs (
      owner TEXT NOT NULL, collection TEXT NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (owner, collection, part, name)
    ) STRICT
  `,
    `
    CREATE TABLE blobs (
      id TEXT PRIMARY KEY, owner TEXT NOT NULL, staged_at INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT;
    ALTER TABLE parts ADD COLUMN blob TEXT;
    ALTER TABLE side_blobs ADD COLUMN blob TEXT
  `,
    // The format of parts changed, so they are reloaded from YNAB.
    `
    DROP TABLE side_blobs;
    DROP TABLE blobs;
    ALTER TABLE parts DROP COLUMN blob;
    DELETE FROM parts;
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
): CopyRows & { look(at: Pick<Looking, "plan" | "seen">): Promise<CopyLook> } {
  // If another process is writing or the disk is full, do this another day.
  file((database) => forgetUnused(database, owner, now())).catch(() => {});
  return {
    collections: createCollectionRows(file, owner),
    months: createMonthRows(file, owner),
    loadPlans: () =>
      file((database): Bytes | null => {
        const row = database.get("SELECT body FROM plans WHERE owner = ?", owner);
        return row === undefined ? null : bytesIn(row["body"]);
      }),
    savePlans: (body) =>
      file((database) =>
        void database.run("INSERT OR REPLACE INTO plans VALUES (?, ?)", owner, body)
      ),
    forgetPlan: (plan, collections) =>
      file((database) =>
        database.inTransaction(() => {
          database.run("DELETE FROM months WHERE owner = ? AND plan = ?", owner, plan);
          const forget =
            "UPDATE collections SET epoch = ?, is_forgotten = 1 WHERE owner = ? AND name = ?";
          for (const { name, epoch } of collections) database.run(forget, epoch, owner, name);
        })
      ),
    addReservedIds: (plan, body) =>
      file((database) =>
        void database.run("INSERT INTO taken_ids VALUES (?, ?, ?)", owner, plan, body)
      ),
    reservedIds: (plan) =>
      file((database): readonly Bytes[] =>
        database.all("SELECT body FROM taken_ids WHERE owner = ? AND plan = ?", owner, plan)
          .map(({ body }) => bytesIn(body))
      ),
    // The column used to hold a time; counting continues from that value.
    touch: (plan) =>
      file((database) =>
        Number(
          database.get(
            "INSERT INTO touched VALUES (?, ?, 1) " +
              "ON CONFLICT DO UPDATE SET at = at + 1 RETURNING at",
            owner,
            plan,
          )?.["at"],
        )
      ),
    look: ({ plan, seen }) =>
      file((database): CopyLook =>
        database.inSnapshot(() => {
          const touched = "SELECT at FROM touched WHERE owner = ? AND plan = ?";
          const touches = Number(database.get(touched, owner, plan)?.["at"] ?? 0);
          return { touches, moved: movedSince(database, owner, seen) };
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
  const used = database.get("SELECT used_at FROM owners WHERE owner = ?", owner)?.["used_at"];
  // Update once per day at most; otherwise every start would write.
  if (used !== undefined && Math.abs(now - Number(used)) < DAY_MS) return;
  database.inTransaction(() => {
    database.run("INSERT OR REPLACE INTO owners VALUES (?, ?)", owner, now);
    const old = database.all("SELECT owner FROM owners WHERE used_at < ?", now - UNUSED_MS);
    for (const { owner: unused } of old) {
      for (const table of OWNED_TABLES) {
        database.run(`DELETE FROM ${table} WHERE owner = ?`, unused ?? null);
      }
    }
  });
}

type CollectionKey = readonly [owner: string, name: string];

function createCollectionRows(file: OnFile, owner: string): CollectionRows {
  return {
    find: (name, since) =>
      file((database) => database.inSnapshot(() => found(database, [owner, name], since))),
    stateAt: (name, { epoch, version }) =>
      file((database): Bytes | null => {
        const row = database.get(
          "SELECT state FROM collections " +
            "WHERE owner = ? AND name = ? AND epoch = ? AND version = ?",
          owner,
          name,
          epoch,
          version,
        );
        return row === undefined ? null : bytesIn(row["state"]);
      }),
    write: (name, change) =>
      file((database) => database.inTransaction(() => isWritten(database, [owner, name], change))),
    forget: (name) =>
      file((database) =>
        database.inTransaction(() => {
          database.run("DELETE FROM collections WHERE owner = ? AND name = ?", owner, name);
          database.run("DELETE FROM parts WHERE owner = ? AND collection = ?", owner, name);
        })
      ),
  };
}

/** Returns collections written since the given marks. */
function movedSince(
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
    // The reader can't tell which part was removed.
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
    // `INSERT OR REPLACE` would also write the pages of the index.
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

function createMonthRows(file: OnFile, owner: string): MonthRows {
  return {
    find: ({ plan, name }, readAfter) =>
      file((database): MonthRow | null => {
        const row = database.get(
          "SELECT * FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at > ?",
          owner,
          plan,
          name,
          readAfter,
        );
        return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
      }),
    save: (plan, { name, knowledge, readAt, taggedDay, body }) =>
      file((database) => {
        const values = [owner, plan, name, knowledge, readAt, taggedDay, body];
        database.run("INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?)", ...values);
      }),
    list: (plan) =>
      file((database) =>
        database.all(
          "SELECT name, knowledge, read_at, utc_day FROM months WHERE owner = ? AND plan = ?",
          owner,
          plan,
        ).map(currencyOf)
      ),
    note: (plan, { changed, askedAt, knowledge, standing }) =>
      file((database) =>
        database.inTransaction(() => {
          const drop =
            "DELETE FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at <= ?";
          for (const name of changed) database.run(drop, owner, plan, name, askedAt);
          const retag = "UPDATE months SET knowledge = ?, utc_day = ? " +
            "WHERE owner = ? AND plan = ? AND name = ? AND utc_day = ?";
          for (const { name, from, to } of standing) {
            database.run(retag, knowledge, to, owner, plan, name, from);
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
