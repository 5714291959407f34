import { COPY_TABLES } from "./expiring_data.ts";
import { joined, Sql, sql, type SqlValue } from "./sql.ts";
import type { Database, FileKind } from "./sqlite_file.ts";

/** Tables in cache files from earlier versions. */
const OLDER_TABLES: readonly string[] = [
  ...COPY_TABLES,
  ...["owners", "taken_ids", "reserved_ids", "touched", "side_blobs", "blobs"],
];

/** Schema of the cache file. In the table `parts`, a null body marks a part as removed. */
export const copyFile: FileKind = {
  applicationId: 0x62_74_73_63,
  isChecked: false,
  aheadBytes: 64_000_000,
  // An earlier version's cache is deleted, and the data is read from YNAB again.
  versions: [
    ...["", "", "", "", "", ""],
    `
    ${OLDER_TABLES.map((table) => `DROP TABLE IF EXISTS ${table};`).join("")}
    CREATE TABLE owners (owner TEXT PRIMARY KEY, used_at INTEGER NOT NULL) STRICT;
    CREATE TABLE plans (owner TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
    CREATE TABLE collections (
      owner TEXT NOT NULL, name TEXT NOT NULL, epoch TEXT NOT NULL, version INTEGER NOT NULL,
      state BLOB NOT NULL, is_forgotten INTEGER NOT NULL,
      PRIMARY KEY (owner, name)
    ) STRICT;
    CREATE TABLE parts (
      owner TEXT NOT NULL, collection TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, body BLOB,
      PRIMARY KEY (owner, collection, name)
    ) STRICT;
    CREATE TABLE months (
      owner TEXT NOT NULL, plan TEXT NOT NULL, name TEXT NOT NULL, read_at INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (owner, plan, name)
    ) STRICT;
    CREATE TABLE touches (
      owner TEXT NOT NULL, plan TEXT NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (owner, plan)
    ) STRICT
  `,
  ],
};

export const journalFile: FileKind = {
  applicationId: 0x62_74_73_6a,
  isChecked: true,
  versions: [
    `
    CREATE TABLE confirmations (
      owner TEXT NOT NULL, code TEXT NOT NULL, expires_at INTEGER NOT NULL, spent_at INTEGER,
      body BLOB NOT NULL,
      PRIMARY KEY (owner, code)
    ) STRICT;
    CREATE TABLE entries (
      place INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, plan TEXT NOT NULL,
      operation_id TEXT NOT NULL, at INTEGER NOT NULL, revision INTEGER NOT NULL,
      body BLOB NOT NULL,
      UNIQUE (owner, plan, operation_id)
    ) STRICT;
    CREATE TABLE requests (owner TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
    CREATE INDEX requests_by_time ON requests (owner, at);
    CREATE TABLE closings (owner TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT
  `,
    "ALTER TABLE confirmations ADD COLUMN spent_by TEXT",
    `
    CREATE TABLE entry_lists (
      owner TEXT NOT NULL, plan TEXT NOT NULL, revision INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (owner, plan)
    ) STRICT
  `,
    `
    CREATE TABLE leases (
      owner TEXT NOT NULL, name TEXT NOT NULL, token INTEGER NOT NULL, holder TEXT,
      is_guarded INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      PRIMARY KEY (owner, name)
    ) STRICT;
    CREATE TABLE budgets (
      owner TEXT PRIMARY KEY, revision INTEGER NOT NULL, sent BLOB NOT NULL,
      closed_until INTEGER NOT NULL
    ) STRICT;
    INSERT INTO budgets SELECT owner, 1, unhex(group_concat(printf('%012x', at), '')), 0
      FROM requests GROUP BY owner;
    INSERT INTO budgets SELECT owner, 1, x'', until FROM closings WHERE true
      ON CONFLICT DO UPDATE SET closed_until = excluded.closed_until;
    DROP TABLE requests;
    DROP TABLE closings
  `,
    `
    CREATE TABLE kept (
      owner TEXT NOT NULL, plan TEXT NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL,
      expires_at INTEGER, body BLOB NOT NULL,
      PRIMARY KEY (owner, plan, part, name)
    ) STRICT;
    CREATE INDEX kept_by_time ON kept (expires_at)
  `,
  ],
};

/** Copies all readable data from a damaged journal. */
export function salvage(from: Database, to: Database): number {
  for (const table of ["budgets", "confirmations", "entry_lists", "kept"]) {
    copyRows(from, to, table);
  }
  // Copy from both ends of the table, because rows before and after the damage may be readable.
  return copyRows(from, to, "entries ORDER BY place") +
    copyRows(from, to, "entries ORDER BY place DESC");
}

function copyRows(from: Database, to: Database, table: string): number {
  const [name] = table.split(" ");
  let count = 0;
  try {
    for (const row of from.iterate(`SELECT * FROM ${table}`)) {
      // Copy by column name, because older versions have fewer columns.
      const columns = new Sql([`${name} (${Object.keys(row).join(", ")})`]);
      const values = joined(Object.values(row).map((value) => sql`${value as SqlValue}`), ", ");
      count += to.all(sql`INSERT OR IGNORE INTO ${columns} VALUES (${values}) RETURNING 1`).length;
    }
  } catch {
    // A damaged row ends the loop, but all rows before it have been copied.
  }
  return count;
}
