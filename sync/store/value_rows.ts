import type { BlobStore } from "./backend.ts";
import { type Rows, type Sql, sql, type SqlDatabase, type Steps } from "./sql.ts";
import type { Bytes } from "./sealer.ts";

/** Pseudonyms of a plan and of a group of values in it. */
export interface ValuePlace {
  readonly plan: string;
  readonly group: string;
}

/** Returns a group's values that haven't expired, or only the value with this name. */
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
