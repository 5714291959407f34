import type { MonthCurrency, MonthKey, MonthRow, MonthRows } from "../../sync/store/backend.ts";
import { bytesIn, type Database } from "./database.ts";
import type { Row } from "./driver_shape.ts";
import { SCHEMA } from "./schema.ts";

/** Opens the months of one owner. */
export function createMonthRows(database: Database, owner: string): MonthRows {
  return {
    async find({ plan, name }: MonthKey, readAfter): Promise<MonthRow | null> {
      const { rows: [row] } = await database.query(
        `SELECT * FROM ${SCHEMA}.months ` +
          "WHERE owner = $1 AND plan = $2 AND name = $3 AND read_at > $4",
        [owner, plan, name, Math.floor(readAfter)],
      );
      return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
    },
    async save(plan, { name, knowledge, readAt, taggedDay, body }): Promise<void> {
      await database.query(
        `INSERT INTO ${SCHEMA}.months VALUES ($1, $2, $3, $4, $5, $6, $7) ` +
          "ON CONFLICT (owner, plan, name) DO UPDATE SET knowledge = excluded.knowledge, " +
          "read_at = excluded.read_at, utc_day = excluded.utc_day, body = excluded.body",
        [owner, plan, name, knowledge, readAt, taggedDay, body],
      );
    },
    async list(plan): Promise<readonly MonthCurrency[]> {
      const { rows } = await database.query(
        `SELECT name, knowledge, read_at, utc_day FROM ${SCHEMA}.months ` +
          "WHERE owner = $1 AND plan = $2",
        [owner, plan],
      );
      return rows.map(currencyOf);
    },
    async note(plan, { changed, askedAt, knowledge, standing }): Promise<void> {
      await database.inTransaction(async (query) => {
        if (changed.length > 0) {
          await query(
            `DELETE FROM ${SCHEMA}.months ` +
              "WHERE owner = $1 AND plan = $2 AND name = ANY($3::text[]) AND read_at <= $4",
            [owner, plan, changed, askedAt],
          );
        }
        for (const { name, from, to } of standing) {
          await query(
            `UPDATE ${SCHEMA}.months SET knowledge = $4, utc_day = $5 ` +
              "WHERE owner = $1 AND plan = $2 AND name = $3 AND utc_day = $6",
            [owner, plan, name, knowledge, to, from],
          );
        }
      });
    },
  };
}

function currencyOf(row: Row): MonthCurrency {
  const { knowledge } = row;
  return {
    name: String(row["name"]),
    knowledge: knowledge === null ? null : Number(knowledge),
    readAt: Number(row["read_at"]),
    taggedDay: String(row["utc_day"]),
  };
}
