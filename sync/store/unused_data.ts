import { DAY_MS } from "../../domain/base/day.ts";
import { Sql, sql, type SqlDatabase, type Steps } from "./sql.ts";

/** Time after which an unused cache is deleted, in milliseconds. */
const UNUSED_MS = 90 * DAY_MS;

/** Tables of the cache. */
export const COPY_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "reserved_ids",
  "touches",
];

/** Marks an owner's cache as used, and deletes caches that their owners stopped using. */
export async function forgetUnused(
  database: SqlDatabase,
  owner: string,
  tables = COPY_TABLES,
): Promise<void> {
  const { schema, now } = database;
  // Update at most once per day, because otherwise every start would write.
  const recent = await database.all(sql`
    SELECT 1 FROM ${schema}.owners
    WHERE owner = ${owner} AND abs(used_at - ${now}) < ${DAY_MS}`);
  if (recent.length > 0) return;
  await database.transaction(function* (): Steps<void> {
    yield sql`
      INSERT INTO ${schema}.owners VALUES (${owner}, ${now})
      ON CONFLICT (owner) DO UPDATE SET used_at = excluded.used_at`;
    const rows = yield sql`
      DELETE FROM ${schema}.owners WHERE used_at < ${now} - ${UNUSED_MS} RETURNING owner`;
    const unused = rows.map((row) => String(row["owner"]));
    if (unused.length === 0) return;
    for (const table of tables) {
      yield sql`DELETE FROM ${schema}.${new Sql([table])} WHERE owner IN ${unused}`;
    }
  });
}
