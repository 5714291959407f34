import { MOST_ENTRIES } from "./change_records.ts";
import type {
  BudgetRow,
  BudgetRows,
  ConfirmationRow,
  ContentsRow,
  EntryKey,
  EntryRow,
  EntryWriteOutcome,
  Fence,
  JournalRows,
  Spending,
} from "./backend.ts";
import { bytesOfTimes, timesIn } from "./ledger.ts";
import { bytesIn, type Database, type FileKind, type OnFile, type SqlRow } from "./sqlite_file.ts";

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

export interface JournalRowsOptions {
  readonly file: OnFile;
  readonly owner: string;
  /** Identifies this handle as the holder of its leases. */
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createJournalRows(options: JournalRowsOptions): JournalRows {
  const { file, owner, now } = options;
  return {
    saveConfirmation: ({ name, body, holdsMs, keptMs }) =>
      file((database) =>
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
        })
      ),
    findConfirmation: (name) =>
      file((database): ConfirmationRow | null => {
        const find = "SELECT * FROM confirmations WHERE owner = ? AND code = ?";
        const row = database.get(find, owner, name);
        return row === undefined ? null : {
          name,
          isExpired: Number(row["expires_at"]) <= now(),
          isSpent: row["spent_at"] !== null,
          spentBy: row["spent_by"] as string | null,
          body: bytesIn(row["body"]),
        };
      }),
    spend: (spending) => file((database) => isSpent(database, options, spending)),
    contents: (plan) => file((database) => contentsIn(database, owner, plan)),
    keys: (plan) =>
      file((database) =>
        database.all(
          "SELECT operation_id, at FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC",
          owner,
          plan,
        ).map(keyOf)
      ),
    entries: (plan, operationIds) =>
      file((database): readonly EntryRow[] => {
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
      }),
    write: (plan, { spends, fence, entry, contents }) =>
      file((database) =>
        database.inDurableTransaction((): EntryWriteOutcome => {
          if (fence !== null && isFenced(database, options, fence)) return "fenced";
          if (contentsIn(database, owner, plan).revision !== contents.revision) return "overtaken";
          if (spends !== null && !isSpent(database, options, spends)) return "refused";
          if (entry !== null) saveEntry(database, [owner, plan], entry);
          database.run(
            "INSERT OR REPLACE INTO entry_lists VALUES (?, ?, ?, ?)",
            owner,
            plan,
            contents.revision + 1,
            contents.body,
          );
          return "written";
        })
      ),
    countOthers: (plans) =>
      file((database) => {
        const count = "SELECT count(*) AS count FROM entries WHERE owner = ? " +
          `AND plan NOT IN (${marks(plans)})`;
        return Number(database.get(count, owner, ...plans)?.["count"] ?? 0);
      }),
  };
}

/** Spends a confirmation; returns `false` if it was already spent or has expired. */
function isSpent(
  database: Database,
  { owner, now }: JournalRowsOptions,
  { name, spentBy }: Spending,
): boolean {
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
}

/**
 * A missing row means that the file was replaced and no other process has taken the lease since.
 */
function isFenced(
  database: Database,
  { owner, holder }: JournalRowsOptions,
  { name, token }: Fence,
): boolean {
  const find = "SELECT token, holder FROM leases WHERE owner = ? AND name = ?";
  const row = database.get(find, owner, name);
  return row !== undefined && (row["token"] !== token || row["holder"] !== holder);
}

function contentsIn(database: Database, owner: string, plan: string): ContentsRow {
  const find = "SELECT revision, body FROM entry_lists WHERE owner = ? AND plan = ?";
  const row = database.get(find, owner, plan);
  if (row === undefined) return { revision: 0, body: null };
  return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
}

function saveEntry(
  database: Database,
  of: readonly [owner: string, plan: string],
  { operationId, at, body }: Omit<EntryRow, "revision">,
): void {
  database.run(
    "INSERT INTO entries (owner, plan, operation_id, at, revision, body) " +
      "VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET " +
      "body = excluded.body, revision = revision + 1",
    ...of,
    operationId,
    at,
    body,
  );
  database.run(
    "DELETE FROM entries WHERE owner = ? AND plan = ? AND place NOT IN " +
      "(SELECT place FROM entries WHERE owner = ? AND plan = ? ORDER BY place DESC LIMIT ?)",
    ...of,
    ...of,
    MOST_ENTRIES,
  );
}

function keyOf(row: SqlRow): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** Copies all readable data from a damaged journal. */
export function salvage(from: Database, to: Database): number {
  for (const table of ["budgets", "confirmations", "entry_lists", "kept"]) {
    copyRows(from, to, table);
  }
  carryOverRequests(from, to);
  // From both ends, because rows on either side of the damage may be readable.
  return copyRows(from, to, "entries ORDER BY place") +
    copyRows(from, to, "entries ORDER BY place DESC");
}

/** Earlier versions stored each request in its own row. */
function carryOverRequests(from: Database, to: Database): void {
  const sent = new Map<string, number[]>();
  try {
    for (const { owner, at } of from.iterate("SELECT owner, at FROM requests")) {
      sent.set(String(owner), [...sent.get(String(owner)) ?? [], Number(at)]);
    }
  } catch {
    // Later versions have no such table, and it may be damaged.
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
      // By column name, because older versions have fewer columns.
      const columns = Object.keys(row).join(", ");
      count += to.run(
        `INSERT OR IGNORE INTO ${name} (${columns}) VALUES (${marks(values)})`,
        ...values,
      );
    }
  } catch {
    // Rows before the damage have been copied.
  }
  return count;
}

export function createBudgetRows(
  { file, owner, now }: Omit<JournalRowsOptions, "holder">,
): BudgetRows {
  return {
    read: () =>
      file((database): BudgetRow => {
        const row = database.get("SELECT * FROM budgets WHERE owner = ?", owner);
        return {
          revision: Number(row?.["revision"] ?? 0),
          sent: timesIn(bytesIn(row?.["sent"])),
          closedUntil: Number(row?.["closed_until"] ?? 0),
          now: now(),
        };
      }),
    write: (revision, { sent, closedUntil }) =>
      file((database) => {
        const times = bytesOfTimes(sent);
        const insert = "INSERT OR IGNORE INTO budgets VALUES (?, 1, ?, ?)";
        const update = "UPDATE budgets SET revision = revision + 1, sent = ?, closed_until = ? " +
          "WHERE owner = ? AND revision = ?";
        return (revision === 0
          ? database.run(insert, owner, times, closedUntil)
          : database.run(update, times, closedUntil, owner, revision)) > 0;
      }),
  };
}
