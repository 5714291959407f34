/**
 * Months in the copy's file. How current each is stands beside the sealed month, so that
 * a delta can say of many at once that they stand as they did.
 *
 * @module
 */

import type { MonthDetail } from "../../client/wire/plan_month.ts";
import { openJson, sealJson } from "../sealed_json.ts";
import type { MonthOf, MonthsNews, Store, StoredMonth } from "../store.ts";
import type { SealedFile } from "./collection_rows.ts";
import { aboutMonth, monthNames, planName } from "./hidden_names.ts";

/** The part of a store that holds months. */
export type MonthStore = Pick<Store, "loadMonth" | "saveMonth" | "noteMonths">;

/**
 * Opens the months of one token.
 *
 * @param file The file, and what seals what is in it.
 * @returns The store.
 */
export function createMonthStore({ database, sealer }: SealedFile): MonthStore {
  const { owner } = sealer;
  return {
    async loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null> {
      const [plan, name] = await monthNames(sealer, of);
      const row = database.get(
        "SELECT * FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at > ?",
        owner,
        plan,
        name,
        readAfter,
      );
      if (row === undefined) return null;
      const detail = await openJson<MonthDetail>(sealer, row["body"], aboutMonth(of));
      const knowledge = row["knowledge"] as number | null;
      return { detail, knowledge, readAt: Number(row["read_at"]), utcDay: String(row["utc_day"]) };
    },
    async saveMonth(planId, { detail, knowledge, readAt, utcDay }): Promise<void> {
      const of = { planId, month: detail.month };
      const [plan, name] = await monthNames(sealer, of);
      const body = await sealJson(sealer, detail, aboutMonth(of));
      database.run(
        "INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?)",
        owner,
        plan,
        name,
        knowledge,
        readAt,
        utcDay,
        body,
      );
    },
    async noteMonths(planId, { changed, from, to, askedAt }: MonthsNews): Promise<void> {
      const names = await Promise.all(
        [...changed].map(async (month) => (await monthNames(sealer, { planId, month }))[1]),
      );
      const plan = await planName(sealer, planId);
      database.inTransaction(() => {
        for (const name of names) {
          database.run(
            "DELETE FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at <= ?",
            owner,
            plan,
            name,
            askedAt,
          );
        }
        database.run(
          "UPDATE months SET knowledge = ? WHERE owner = ? AND plan = ? " +
            "AND knowledge BETWEEN ? AND ? AND name NOT IN (SELECT value FROM json_each(?))",
          to,
          owner,
          plan,
          from,
          to,
          JSON.stringify(names),
        );
      });
    },
  };
}
