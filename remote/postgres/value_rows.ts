import type { ValueRow, ValueRows } from "../../sync/store/backend.ts";
import { bytesIn, type Database, OwnerQueries, type Query } from "./database.ts";
import type { HandleOptions } from "./lease_rows.ts";
import { SCHEMA } from "./schema.ts";

/** Opens the stored values of one owner. */
export function createValueRows({ database, owner }: HandleOptions): ValueRows {
  const own = new OwnerQueries(database.query, owner);
  return {
    async find({ plan, group }, name): Promise<readonly ValueRow[]> {
      const rows = await own.all(
        `SELECT name, body FROM ${SCHEMA}.kept WHERE owner = $1 AND plan = $2 AND part = $3 ` +
          `AND (expires_at IS NULL OR expires_at > ${database.now}) ` +
          "AND ($4::text IS NULL OR name = $4)",
        ...[plan, group, name ?? null],
      );
      return rows.map((row) => ({ name: String(row["name"]), body: bytesIn(row["body"]) }));
    },
    async save({ plan, group }, { name, body, holdsMs }): Promise<void> {
      await database.inTransaction(async (query) => {
        await deleteExpired(query, database);
        await new OwnerQueries(query, owner).write(
          `INSERT INTO ${SCHEMA}.kept ` +
            `VALUES ($1, $2, $3, $4, ${database.now} + $5::bigint, $6) ` +
            "ON CONFLICT (owner, plan, part, name) DO UPDATE SET " +
            "expires_at = excluded.expires_at, body = excluded.body",
          ...[plan, group, name, holdsMs, body],
        );
      });
    },
    async forget(plan): Promise<void> {
      await own.write(`DELETE FROM ${SCHEMA}.kept WHERE owner = $1 AND plan = $2`, plan);
    },
  };
}

/** Deletes every owner's expired values, because some owners never return. */
export async function deleteExpired(query: Query, { now }: Pick<Database, "now">): Promise<void> {
  await query(`DELETE FROM ${SCHEMA}.kept WHERE expires_at <= ${now}`);
}
