/**
 * Confirmations, the journal and the count of requests in a file that is never deleted.
 *
 * @module
 */

import { MOST_ENTRIES } from "../change_records.ts";
import type {
  ConfirmationRow,
  ContentsRow,
  EntryKey,
  EntryRow,
  EntryWrite,
  EntryWriteOutcome,
  JournalRows,
  Spending,
} from "../sealing/journal_rows.ts";
import { bytesIn, type Database, type FileKind, type SqlRow } from "./database.ts";

/** The journal's file. */
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
  ],
};

/**
 * Opens the journal of one owner.
 *
 * @param database The journal's file.
 * @param owner Whose rows these are.
 */
export function createJournalRows(database: Database, owner: string): JournalRows {
  const spend = ({ name, now, spentBy }: Spending): boolean =>
    database.run(
      "UPDATE confirmations SET spent_at = ?, spent_by = ? " +
        "WHERE owner = ? AND code = ? AND spent_at IS NULL AND expires_at > ?",
      now,
      spentBy,
      owner,
      name,
      now,
    ) > 0;
  const save = (plan: string, { operationId, at, body }: Omit<EntryRow, "revision">): void => {
    database.run(
      "INSERT INTO entries (owner, plan, operation_id, at, revision, body) " +
        "VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET " +
        "body = excluded.body, revision = revision + 1",
      owner,
      plan,
      operationId,
      at,
      body,
    );
    database.run(
      "DELETE FROM entries WHERE owner = ? AND plan = ? AND place NOT IN " +
        "(SELECT place FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC LIMIT ?)",
      owner,
      plan,
      owner,
      plan,
      MOST_ENTRIES,
    );
  };
  const contents = (plan: string): ContentsRow => {
    const row = database.get(
      "SELECT revision, body FROM entry_lists WHERE owner = ? AND plan = ?",
      owner,
      plan,
    );
    if (row === undefined) return { revision: 0, body: null };
    return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
  };
  const write = (
    plan: string,
    { spends, entry, contents: next }: EntryWrite,
  ): EntryWriteOutcome => {
    if (contents(plan).revision !== next.revision) return "overtaken";
    if (spends !== null && !spend(spends)) return "refused";
    if (entry !== null) save(plan, entry);
    database.run(
      "INSERT OR REPLACE INTO entry_lists VALUES (?, ?, ?, ?)",
      owner,
      plan,
      next.revision + 1,
      next.body,
    );
    return "written";
  };
  return {
    saveConfirmation({ name, expiresAt, spentAt, spentBy, body }, expiredBefore): void {
      database.inTransaction(() => {
        database.run(
          "DELETE FROM confirmations WHERE owner = ? AND expires_at < ?",
          owner,
          expiredBefore,
        );
        database.run(
          "INSERT OR REPLACE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)",
          owner,
          name,
          expiresAt,
          spentAt,
          body,
          spentBy,
        );
      });
    },
    findConfirmation(name): ConfirmationRow | null {
      const row = database.get(
        "SELECT * FROM confirmations WHERE owner = ? AND code = ?",
        owner,
        name,
      );
      return row === undefined ? null : {
        name,
        expiresAt: Number(row["expires_at"]),
        spentAt: row["spent_at"] as number | null,
        spentBy: row["spent_by"] as string | null,
        body: bytesIn(row["body"]),
      };
    },
    spend,
    contents,
    keys(plan): readonly EntryKey[] {
      return database.all(
        "SELECT operation_id, at FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC",
        owner,
        plan,
      ).map(keyOf);
    },
    entries(plan, operationIds): readonly EntryRow[] {
      const some = operationIds === undefined
        ? ""
        : ` AND operation_id IN (${marks(operationIds)})`;
      return database.all(
        `SELECT * FROM entries WHERE owner = ? AND plan = ?${some} ORDER BY place DESC`,
        owner,
        plan,
        ...operationIds ?? [],
      ).map((row) => ({
        ...keyOf(row),
        revision: Number(row["revision"]),
        body: bytesIn(row["body"]),
      }));
    },
    write: (plan, what) => database.inDurableTransaction(() => write(plan, what)),
    countOthers(plans): number {
      const row = database.get(
        `SELECT count(*) AS count FROM entries WHERE owner = ? AND plan NOT IN (${marks(plans)})`,
        owner,
        ...plans,
      );
      return Number(row?.["count"] ?? 0);
    },
  };
}

function keyOf(row: SqlRow): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/**
 * Carries over what can be read of a damaged journal.
 *
 * @param from The damaged file.
 * @param to A new one.
 * @returns How many entries came over.
 */
export function salvage(from: Database, to: Database): number {
  for (const table of ["requests", "closings", "confirmations", "entry_lists"]) {
    copyRows(from, to, table);
  }
  // From both ends: what lies behind the damage may still be read from there.
  return copyRows(from, to, "entries ORDER BY place") +
    copyRows(from, to, "entries ORDER BY place DESC");
}

function copyRows(from: Database, to: Database, table: string): number {
  const [name] = table.split(" ");
  let count = 0;
  try {
    for (const row of from.iterate(`SELECT * FROM ${table}`)) {
      const values = Object.values(row);
      // By name: an older version has fewer columns.
      const columns = Object.keys(row).join(", ");
      count += to.run(
        `INSERT OR IGNORE INTO ${name} (${columns}) VALUES (${marks(values)})`,
        ...values,
      );
    }
  } catch {
    // The damage ends it; what came before has come over.
  }
  return count;
}
