import { MOST_ENTRIES } from "../change_records.ts";
import type {
  ConfirmationRow,
  ConfirmationWrite,
  ContentsRow,
  EntryKey,
  EntryRow,
  EntryWrite,
  EntryWriteOutcome,
  Fence,
  JournalRows,
  Spending,
} from "../sealing/journal_rows.ts";
import { bytesOfTimes } from "../sealing/time_bytes.ts";
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
  ],
};

/** What the rows of one owner are opened with. */
export interface JournalRowsOptions {
  readonly database: Database;
  readonly owner: string;
  /** Tells this handle from others: what it holds of leases is its own. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Opens the journal of one owner. */
export function createJournalRows(
  { database, owner, holder, now }: JournalRowsOptions,
): JournalRows {
  const spend = ({ name, spentBy }: Spending): boolean => {
    const at = now();
    return database.run(
      "UPDATE confirmations SET spent_at = ?, spent_by = ? " +
        "WHERE owner = ? AND code = ? AND spent_at IS NULL AND expires_at > ?",
      at,
      spentBy,
      owner,
      name,
      at,
    ) > 0;
  };
  /** A lease without a row was taken by nobody since: the file is another one. */
  const isFenced = ({ name, token }: Fence): boolean => {
    const row = database.get(
      "SELECT token, holder FROM leases WHERE owner = ? AND name = ?",
      owner,
      name,
    );
    return row !== undefined && (row["token"] !== token || row["holder"] !== holder);
  };
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
    { spends, fence, entry, contents: next }: EntryWrite,
  ): EntryWriteOutcome => {
    if (fence !== null && isFenced(fence)) return "fenced";
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
    saveConfirmation({ name, body, holdsMs, keptMs }: ConfirmationWrite): void {
      database.inTransaction(() => {
        const at = now();
        database.run(
          "DELETE FROM confirmations WHERE owner = ? AND expires_at < ?",
          owner,
          at - keptMs,
        );
        database.run(
          "INSERT OR REPLACE INTO confirmations VALUES (?, ?, ?, NULL, ?, NULL)",
          owner,
          name,
          at + holdsMs,
          body,
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
        isExpired: Number(row["expires_at"]) <= now(),
        isSpent: row["spent_at"] !== null,
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

/** Carries over what can be read of a damaged journal. */
export function salvage(from: Database, to: Database): number {
  for (const table of ["budgets", "confirmations", "entry_lists"]) copyRows(from, to, table);
  carryOverRequests(from, to);
  // From both ends: what lies behind the damage may still be read from there.
  return copyRows(from, to, "entries ORDER BY place") +
    copyRows(from, to, "entries ORDER BY place DESC");
}

/** Earlier versions counted each request in a row of its own. */
function carryOverRequests(from: Database, to: Database): void {
  const sent = new Map<string, number[]>();
  try {
    for (const { owner, at } of from.iterate("SELECT owner, at FROM requests")) {
      sent.set(String(owner), [...sent.get(String(owner)) ?? [], Number(at)]);
    }
  } catch {
    // Later versions have no such table; damage ends it like that of any other.
  }
  for (const [owner, times] of sent) {
    to.run("INSERT OR IGNORE INTO budgets VALUES (?, 1, ?, 0)", owner, bytesOfTimes(times));
  }
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
