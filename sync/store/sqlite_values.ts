import type { ValueRow, ValueRows } from "./backend.ts";
import type { JournalRowsOptions } from "./sqlite_journal.ts";
import { bytesIn, type Database, sql } from "./sqlite_file.ts";

/** Opens one owner's stored values, and deletes those that have expired. */
export function createValueRows(
  { file, owner, now }: Omit<JournalRowsOptions, "holder">,
): ValueRows {
  // If another process is writing or the disk is full, do this another time.
  file((database) => deleteExpired(database, now())).catch(() => {});
  return {
    find: ({ plan, group }, wanted) =>
      file((database): readonly ValueRow[] =>
        database.all(sql`
          SELECT name, body FROM kept
          WHERE owner = ${owner} AND plan = ${plan} AND part = ${group}
            AND (expires_at IS NULL OR expires_at > ${now()})
            AND (${wanted ?? null} IS NULL OR name = ${wanted ?? null})`)
          .map((row) => ({ name: String(row["name"]), body: bytesIn(row["body"]) }))
      ),
    save: ({ plan, group }, { name, body, holdsMs }) =>
      file((database) =>
        database.inTransaction(() => {
          const at = now();
          const expiresAt = holdsMs === null ? null : at + holdsMs;
          deleteExpired(database, at);
          database.run(sql`
            INSERT OR REPLACE INTO kept
            VALUES (${owner}, ${plan}, ${group}, ${name}, ${expiresAt}, ${body})`);
        })
      ),
    forget: (plan) =>
      file((database) =>
        void database.run(sql`DELETE FROM kept WHERE owner = ${owner} AND plan = ${plan}`)
      ),
  };
}

/** Deletes every owner's expired values, because some owners never return. */
function deleteExpired(database: Database, now: number): void {
  database.run(sql`DELETE FROM kept WHERE expires_at <= ${now}`);
}
