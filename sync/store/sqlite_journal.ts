import { MAX_ENTRIES } from "./change_records.ts";
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
import {
  bytesIn,
  type Database,
  type FileKind,
  type OnFile,
  sql,
  type SqlRow,
} from "./sqlite_file.ts";

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
          database.run(sql`
            DELETE FROM confirmations WHERE owner = ${owner} AND expires_at < ${at - keptMs}`);
          database.run(sql`
            INSERT OR REPLACE INTO confirmations
            VALUES (${owner}, ${name}, ${at + holdsMs}, NULL, ${body}, NULL)`);
        })
      ),
    findConfirmation: (name) =>
      file((database): ConfirmationRow | null => {
        const row = database.get(
          sql`SELECT * FROM confirmations WHERE owner = ${owner} AND code = ${name}`,
        );
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
        database.all(sql`
          SELECT operation_id, at FROM entries WHERE owner = ${owner} AND plan = ${plan}
          ORDER BY place DESC`).map(keyOf)
      ),
    entries: (plan, operationIds) =>
      file((database): readonly EntryRow[] => {
        const ids = operationIds === undefined ? null : JSON.stringify(operationIds);
        return database.all(sql`
          SELECT * FROM entries WHERE owner = ${owner} AND plan = ${plan}
            AND (${ids} IS NULL OR operation_id IN (SELECT value FROM json_each(${ids})))
          ORDER BY place DESC`)
          .map((row) => ({
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
          if (entry !== null) saveEntry(database, { owner, plan }, entry);
          database.run(sql`
            INSERT OR REPLACE INTO entry_lists
            VALUES (${owner}, ${plan}, ${contents.revision + 1}, ${contents.body})`);
          return "written";
        })
      ),
    countOthers: (plans) =>
      file((database) => {
        const row = database.get(sql`
          SELECT count(*) AS count FROM entries WHERE owner = ${owner}
            AND plan NOT IN (SELECT value FROM json_each(${JSON.stringify(plans)}))`);
        return Number(row?.["count"] ?? 0);
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
  return database.run(sql`
    UPDATE confirmations SET spent_at = ${at}, spent_by = ${spentBy}
    WHERE owner = ${owner} AND code = ${name} AND spent_at IS NULL AND expires_at > ${at}`) > 0;
}

/**
 * A missing row means that the file was replaced and no other process has taken the lease since.
 */
function isFenced(
  database: Database,
  { owner, holder }: JournalRowsOptions,
  { name, token }: Fence,
): boolean {
  const row = database.get(
    sql`SELECT token, holder FROM leases WHERE owner = ${owner} AND name = ${name}`,
  );
  return row !== undefined && (row["token"] !== token || row["holder"] !== holder);
}

function contentsIn(database: Database, owner: string, plan: string): ContentsRow {
  const row = database.get(
    sql`SELECT revision, body FROM entry_lists WHERE owner = ${owner} AND plan = ${plan}`,
  );
  if (row === undefined) return { revision: 0, body: null };
  return { revision: Number(row["revision"]), body: bytesIn(row["body"]) };
}

function saveEntry(
  database: Database,
  { owner, plan }: { readonly owner: string; readonly plan: string },
  { operationId, at, body }: Omit<EntryRow, "revision">,
): void {
  database.run(sql`
    INSERT INTO entries (owner, plan, operation_id, at, revision, body)
    VALUES (${owner}, ${plan}, ${operationId}, ${at}, 1, ${body})
    ON CONFLICT DO UPDATE SET body = excluded.body, revision = revision + 1`);
  database.run(sql`
    DELETE FROM entries WHERE owner = ${owner} AND plan = ${plan} AND place NOT IN (
      SELECT place FROM entries WHERE owner = ${owner} AND plan = ${plan}
      ORDER BY place DESC LIMIT ${MAX_ENTRIES})`);
}

function keyOf(row: SqlRow): EntryKey {
  return { operationId: String(row["operation_id"]), at: Number(row["at"]) };
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
    to.run(sql`INSERT OR IGNORE INTO budgets VALUES (${owner}, 1, ${bytesOfTimes(times)}, 0)`);
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
      const marks = values.map(() => "?").join(", ");
      count += to.run(`INSERT OR IGNORE INTO ${name} (${columns}) VALUES (${marks})`, ...values);
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
        const row = database.get(sql`SELECT * FROM budgets WHERE owner = ${owner}`);
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
        return database.run(
          revision === 0
            ? sql`INSERT OR IGNORE INTO budgets VALUES (${owner}, 1, ${times}, ${closedUntil})`
            : sql`
              UPDATE budgets SET revision = revision + 1, sent = ${times},
                closed_until = ${closedUntil}
              WHERE owner = ${owner} AND revision = ${revision}`,
        ) > 0;
      }),
  };
}
