import type { MonthDetail } from "../../../client/wire/plan_month.ts";
import type { CollectionName, CopyStore, MonthsNews, StoredMonth } from "../store.ts";
import type { MonthCurrency, MonthKey, MonthRows } from "./copy_rows.ts";
import { associatedWithMonth, monthPseudonyms, planPseudonym } from "./pseudonyms.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import type { Sealer } from "./sealer.ts";

/** What sealed months are kept with. */
export interface SealedMonthsOptions {
  readonly rows: MonthRows;
  readonly sealer: Sealer;
  /** Hears that a month was damaged. */
  readonly onDamaged: (name: CollectionName) => void;
}

type Currency = Omit<StoredMonth, "detail">;

/** Seals months. */
export function sealedMonths(
  { rows, sealer, onDamaged }: SealedMonthsOptions,
): Pick<CopyStore, "loadMonth" | "saveMonth" | "noteMonths"> {
  return {
    async loadMonth(of, readAfter): Promise<StoredMonth | null> {
      const key = await monthPseudonyms(sealer, of);
      const row = await rows.find(key, readAfter);
      if (row === null) return null;
      const currency = await currencyIn(sealer, key, row);
      const body = openJson<MonthDetail>(sealer, row.body, associatedWithMonth(of));
      const detail = await body.catch(() => null);
      if (detail !== null && currency !== null) return { detail, ...currency };
      onDamaged("months");
      return null;
    },
    async saveMonth(planId, { detail, ...currency }): Promise<void> {
      const of = { planId, month: detail.month };
      const key = await monthPseudonyms(sealer, of);
      const { knowledge, readAt } = currency;
      const body = await sealJson(sealer, detail, associatedWithMonth(of));
      const taggedDay = await taggedDayOf(sealer, key, currency);
      await rows.save(key.plan, { name: key.name, knowledge, readAt, taggedDay, body });
    },
    async noteMonths(planId, { changed, from, to, askedAt }: MonthsNews): Promise<void> {
      const plan = await planPseudonym(sealer, planId);
      const keys = await Promise.all(
        [...changed].map((month) => monthPseudonyms(sealer, { planId, month })),
      );
      const isChanged = new Set(keys.map(({ name }) => name));
      const known = (await rows.list(plan)).filter(({ name, knowledge }) =>
        !isChanged.has(name) && knowledge !== null && knowledge >= from && knowledge <= to
      );
      const standing = await Promise.all(known.map(async (row) => {
        const key = { plan, name: row.name };
        const currency = await currencyIn(sealer, key, row);
        // One that was changed by others keeps its own tag, which tells so.
        if (currency === null) return null;
        const tagged = await taggedDayOf(sealer, key, { ...currency, knowledge: to });
        return { name: row.name, from: row.taggedDay, to: tagged };
      }));
      await rows.note(plan, {
        changed: [...isChanged],
        askedAt,
        knowledge: to,
        standing: standing.filter((one) => one !== null),
      });
    },
  };
}

/** The day and the touches, with the message authentication code behind them. */
async function taggedDayOf(
  sealer: Sealer,
  { plan, name }: MonthKey,
  { knowledge, readAt, utcDay, touches }: Currency,
): Promise<string> {
  const told = touches === undefined ? utcDay : `${utcDay} ${touches}`;
  return `${told} ${await sealer.tagOf(`${plan} ${name} ${knowledge} ${readAt} ${told}`)}`;
}

/** How current a month is; `null` where that was not written by us. */
async function currencyIn(
  sealer: Sealer,
  key: MonthKey,
  { knowledge, readAt, taggedDay }: MonthCurrency,
): Promise<Currency | null> {
  const [utcDay = "", ...rest] = taggedDay.split(" ");
  // Older versions have written the day alone.
  const touches = rest.length > 1 ? { touches: Number(rest[0]) } : {};
  const currency = { knowledge, readAt, utcDay, ...touches };
  return await taggedDayOf(sealer, key, currency) === taggedDay ? currency : null;
}
