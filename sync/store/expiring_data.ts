import { DAY_MS } from "../../domain/base/day.ts";
import type { BlobStore } from "./backend.ts";
import type { Bytes } from "./sealer.ts";
import { type Rows, Sql, sql, type SqlDatabase, type Steps } from "./sql.ts";

/** An unused cache is deleted after this many milliseconds. */
const UNUSED_MS = 90 * DAY_MS;

/** Tables of the cache. */
export const COPY_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "touches",
];

/** Marks an owner's cache as used, and deletes caches that their owners no longer use. */
export async function forgetUnused(
  database: SqlDatabase,
  owner: string,
  tables = COPY_TABLES,
): Promise<void> {
  const { schema, now } = database;
  // Update the time of last use at most once per day, because otherwise every start of the server
  // would write to the database.
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

/** The pseudonym of a plan, and the pseudonym of a group of values that are saved for the plan. */
export interface ValuePlace {
  readonly plan: string;
  readonly group: string;
}

/** Returns a group's values that haven't expired, or only the value with the given name. */
export async function findValues(
  { journal, owner }: BlobStore,
  { plan, group }: ValuePlace,
  name?: string,
): Promise<Rows> {
  return await journal.all(sql`
    SELECT name, body FROM ${journal.schema}.kept
    WHERE owner = ${owner} AND plan = ${plan} AND part = ${group}
      AND (expires_at IS NULL OR expires_at > ${journal.now})
      ${name === undefined ? sql`` : sql`AND name = ${name}`}`);
}

/** Saves a value, replacing any value with the same name, and deletes all expired values. */
export async function saveValue(
  { journal, owner }: BlobStore,
  { plan, group }: ValuePlace,
  { name, body, holdsMs }: {
    readonly name: string;
    readonly body: Bytes;
    readonly holdsMs: number | null;
  },
): Promise<void> {
  await journal.transaction(function* (): Steps<void> {
    yield expiredValues(journal);
    yield sql`
      INSERT INTO ${journal.schema}.kept
      VALUES (${owner}, ${plan}, ${group}, ${name}, ${journal.now} + ${holdsMs}, ${body})
      ON CONFLICT (owner, plan, part, name)
      DO UPDATE SET expires_at = excluded.expires_at, body = excluded.body`;
  });
}

/** Deletes the expired values of all owners, because some owners never return. */
export function expiredValues({ schema, now }: SqlDatabase): Sql {
  return sql`DELETE FROM ${schema}.kept WHERE expires_at <= ${now}`;
}
