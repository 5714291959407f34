import { DAY_MS } from "../../../domain/base/day.ts";
import type { CopyLook, CopyRows } from "../sealing/copy_rows.ts";
import type { Bytes } from "../sealing/sealer.ts";
import { createCollectionRows, movedSince } from "./collection_rows.ts";
import { bytesIn, type Database, type FileKind } from "./database.ts";
import { createMonthRows } from "./month_rows.ts";

/** What a token has left unused for so long is forgotten, in milliseconds. */
const UNUSED_MS = 90 * 86_400_000;

/** The copy's file; a part without a body is one that a whole read has left out. */
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
    // Parts are packed in another way: they are read from YNAB once more.
    `
    DROP TABLE side_blobs;
    DROP TABLE blobs;
    ALTER TABLE parts DROP COLUMN blob;
    DELETE FROM parts;
    DELETE FROM collections
  `,
  ],
};

/** What the copy of one owner is opened with. */
export interface CopyRowsOptions {
  readonly database: Database;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Opens the copy of one owner, and forgets what others have left unused. */
export function createCopyRows({ database, owner, now }: CopyRowsOptions): CopyRows {
  try {
    forgetUnused(database, { owner, now: now() });
  } catch {
    // Another process is writing, or the disk is full: it is done another day.
  }
  return {
    collections: createCollectionRows(database, owner),
    months: createMonthRows(database, owner),
    loadPlans(): Bytes | null {
      const row = database.get("SELECT body FROM plans WHERE owner = ?", owner);
      return row === undefined ? null : bytesIn(row["body"]);
    },
    savePlans(body): void {
      database.run("INSERT OR REPLACE INTO plans VALUES (?, ?)", owner, body);
    },
    forgetPlan(plan, collections): void {
      database.inTransaction(() => {
        database.run("DELETE FROM months WHERE owner = ? AND plan = ?", owner, plan);
        for (const { name, epoch } of collections) {
          database.run(
            "UPDATE collections SET epoch = ?, is_forgotten = 1 WHERE owner = ? AND name = ?",
            epoch,
            owner,
            name,
          );
        }
      });
    },
    addReservedIds(plan, body): void {
      database.run("INSERT INTO taken_ids VALUES (?, ?, ?)", owner, plan, body);
    },
    reservedIds(plan): readonly Bytes[] {
      return database.all("SELECT body FROM taken_ids WHERE owner = ? AND plan = ?", owner, plan)
        .map(({ body }) => bytesIn(body));
    },
    touch(plan): number {
      // The column held the time once: counting goes on from there.
      const row = database.get(
        "INSERT INTO touched VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET at = at + 1 RETURNING at",
        owner,
        plan,
      );
      return Number(row?.["at"]);
    },
    look(plan, seen): CopyLook {
      return database.inSnapshot(() => {
        const row = database.get(
          "SELECT at FROM touched WHERE owner = ? AND plan = ?",
          owner,
          plan,
        );
        return { touches: Number(row?.["at"] ?? 0), moved: movedSince(database, owner, seen) };
      });
    },
  };
}

function forgetUnused(
  database: Database,
  { owner, now }: { readonly owner: string; readonly now: number },
): void {
  const used = database.get("SELECT used_at FROM owners WHERE owner = ?", owner)?.["used_at"];
  // To the day is near enough: every start would have to write otherwise.
  if (used !== undefined && Math.abs(now - Number(used)) < DAY_MS) return;
  database.inTransaction(() => {
    database.run("INSERT OR REPLACE INTO owners VALUES (?, ?)", owner, now);
    const old = database.all("SELECT owner FROM owners WHERE used_at < ?", now - UNUSED_MS);
    for (const { owner: unused } of old) {
      for (
        const table of [
          "plans",
          "collections",
          "parts",
          "months",
          "taken_ids",
          "touched",
          "owners",
        ]
      ) {
        database.run(`DELETE FROM ${table} WHERE owner = ?`, unused ?? null);
      }
    }
  });
}
