import type { KeptRow, KeptRows } from "./backend.ts";
import type { JournalRowsOptions } from "./sqlite_journal.ts";
import { bytesIn, type Database } from "./sqlite_file.ts";

/** Opens one owner's kept values, and deletes those that have expired. */
export function createKeptRows(
  { file, owner, now }: Omit<JournalRowsOptions, "holder">,
): KeptRows {
  // If another process is writing or the disk is full, do this another time.
  file((database) => deleteExpired(database, now())).catch(() => {});
  return {
    find: ({ plan, group }, name) =>
      file((database): readonly KeptRow[] => {
        const some = name === undefined ? "" : " AND name = ?";
        return database.all(
          "SELECT name, body FROM kept WHERE owner = ? AND plan = ? AND part = ? " +
            `AND (expires_at IS NULL OR expires_at > ?)${some}`,
          ...[owner, plan, group, now(), ...(name === undefined ? [] : [name])],
        ).map((row) => ({ name: String(row["name"]), body: bytesIn(row["body"]) }));
      }),
    save: ({ plan, group }, { name, body, holdsMs }) =>
      file((database) =>
        database.inTransaction(() => {
          const at = now();
          deleteExpired(database, at);
          database.run(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?, ?)",
            ...[owner, plan, group, name, holdsMs === null ? null : at + holdsMs, body],
          );
        })
      ),
    forget: (plan) =>
      file((database) =>
        void database.run("DELETE FROM kept WHERE owner = ? AND plan = ?", owner, plan)
      ),
  };
}

/** Deletes every owner's, because some never return. */
function deleteExpired(database: Database, now: number): void {
  database.run("DELETE FROM kept WHERE expires_at <= ?", now);
}
