import type { MonthCurrency, MonthKey, MonthRow, MonthRows } from "../sealing/copy_rows.ts";
import { bytesIn, type Database, type SqlRow } from "./database.ts";

/** Opens the months of one owner. */
export function createMonthRows(database: Database, owner: string): MonthRows {
  return {
    find({ plan, name }: MonthKey, readAfter): MonthRow | null {
      const row = database.get(
        "SELECT * FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at > ?",
        owner,
        plan,
        name,
        readAfter,
      );
      return row === undefined ? null : { ...currencyOf(row), body: bytesIn(row["body"]) };
    },
    save(plan, { name, knowledge, readAt, taggedDay, body }): void {
      database.run(
        "INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?)",
        owner,
        plan,
        name,
        knowledge,
        readAt,
        taggedDay,
        body,
      );
    },
    list(plan): readonly MonthCurrency[] {
      return database.all(
        "SELECT name, knowledge, read_at, utc_day FROM months WHERE owner = ? AND plan = ?",
        owner,
        plan,
      ).map(currencyOf);
    },
    note(plan, { changed, askedAt, knowledge, standing }): void {
      database.inTransaction(() => {
        for (const name of changed) {
          database.run(
            "DELETE FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at <= ?",
            owner,
            plan,
            name,
            askedAt,
          );
        }
        for (const { name, from, to } of standing) {
          database.run(
            "UPDATE months SET knowledge = ?, utc_day = ? " +
              "WHERE owner = ? AND plan = ? AND name = ? AND utc_day = ?",
            knowledge,
            to,
            owner,
            plan,
            name,
            from,
          );
        }
      });
    },
  };
}

function currencyOf(row: SqlRow): MonthCurrency {
  return {
    name: String(row["name"]),
    knowledge: row["knowledge"] as number | null,
    readAt: Number(row["read_at"]),
    taggedDay: String(row["utc_day"]),
  };
}
