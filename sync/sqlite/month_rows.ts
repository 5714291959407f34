/**
 * Months in the copy's file. How current each is stands beside the sealed month, with a
 * message authentication code of its own, so that a delta can say of many at once that
 * they stand as they did.
 *
 * @module
 */

import type { MonthDetail } from "../../client/wire/plan_month.ts";
import { openJson, sealJson } from "../sealing/sealed_json.ts";
import type { MonthOf, MonthsNews, Store, StoredMonth } from "../store.ts";
import type { CheckedFile, SealedFile } from "./collection_rows.ts";
import type { SqlRow } from "./database.ts";
import { aboutMonth, monthNames, planName } from "../sealing/pseudonyms.ts";

/** The part of a store that holds months. */
export type MonthStore = Pick<Store, "loadMonth" | "saveMonth" | "noteMonths">;

/**
 * Opens the months of one token.
 *
 * @param file The file, and what seals what is in it.
 * @returns The store.
 */
export function createMonthStore({ database, sealer, onDamaged }: CheckedFile): MonthStore {
  const { owner } = sealer;
  return {
    async loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null> {
      const key = await monthNames(sealer, of);
      const row = database.get(
        "SELECT * FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at > ?",
        owner,
        ...key,
        readAfter,
      );
      if (row === undefined) return null;
      const currency = await currencyIn(sealer, key, row);
      const body = openJson<MonthDetail>(sealer, row["body"], aboutMonth(of));
      const detail = await body.catch(() => null);
      if (detail !== null && currency !== null) return { detail, ...currency };
      onDamaged("months");
      return null;
    },
    async saveMonth(planId, { detail, ...currency }): Promise<void> {
      const of = { planId, month: detail.month };
      const key = await monthNames(sealer, of);
      const body = await sealJson(sealer, detail, aboutMonth(of));
      database.run(
        "INSERT OR REPLACE INTO months VALUES (?, ?, ?, ?, ?, ?, ?)",
        owner,
        ...key,
        currency.knowledge,
        currency.readAt,
        await taggedDay(sealer, key, currency),
        body,
      );
    },
    async noteMonths(planId, { changed, from, to, askedAt }: MonthsNews): Promise<void> {
      const plan = await planName(sealer, planId);
      const isChanged = new Set(
        await Promise.all(
          [...changed].map(async (month) => (await monthNames(sealer, { planId, month }))[1]),
        ),
      );
      const rows = database.all(
        "SELECT name, knowledge, read_at, utc_day FROM months WHERE owner = ? AND plan = ?",
        owner,
        plan,
      );
      const standing = rows.filter(({ name, knowledge }) =>
        !isChanged.has(String(name)) && knowledge !== null && Number(knowledge) >= from &&
        Number(knowledge) <= to
      );
      const noted = await Promise.all(standing.map(async (row) => {
        const key: MonthKey = [plan, String(row["name"])];
        const currency = await currencyIn(sealer, key, row);
        // One that was changed by others keeps its own tag, which tells so.
        if (currency === null) return null;
        return { row, utcDay: await taggedDay(sealer, key, { ...currency, knowledge: to }) };
      }));
      database.inTransaction(() => {
        for (const name of isChanged) {
          database.run(
            "DELETE FROM months WHERE owner = ? AND plan = ? AND name = ? AND read_at <= ?",
            owner,
            plan,
            name,
            askedAt,
          );
        }
        for (const { row, utcDay } of noted.filter((one) => one !== null)) {
          database.run(
            "UPDATE months SET knowledge = ?, utc_day = ? " +
              "WHERE owner = ? AND plan = ? AND name = ? AND utc_day = ?",
            to,
            utcDay,
            owner,
            plan,
            String(row["name"]),
            String(row["utc_day"]),
          );
        }
      });
    },
  };
}

type MonthKey = readonly [plan: string, name: string];
type Currency = Omit<StoredMonth, "detail">;

/** The day with the tag behind it. */
async function taggedDay(
  sealer: SealedFile["sealer"],
  [plan, name]: MonthKey,
  { knowledge, readAt, utcDay }: Currency,
): Promise<string> {
  return `${utcDay} ${await sealer.tagOf(`${plan} ${name} ${knowledge} ${readAt} ${utcDay}`)}`;
}

/** How current a month is; `null` where that was not written by us. */
async function currencyIn(
  sealer: SealedFile["sealer"],
  key: MonthKey,
  row: SqlRow,
): Promise<Currency | null> {
  const [utcDay = ""] = String(row["utc_day"]).split(" ");
  const currency = {
    knowledge: row["knowledge"] as number | null,
    readAt: Number(row["read_at"]),
    utcDay,
  };
  return await taggedDay(sealer, key, currency) === row["utc_day"] ? currency : null;
}
