import type { MonthDetail } from "../../client/wire/plan.ts";
import type { MonthCurrency, MonthKey, StoreParts } from "./backend.ts";
import {
  collectionPseudonym,
  openCollection,
  randomEpoch,
  type SealedCollectionOf,
  writeCollection,
} from "./sealed_collection.ts";
import {
  leaseName,
  openJson,
  planPseudonym,
  sealDeflated,
  type Sealer,
  sealJson,
} from "./sealer.ts";
import {
  type CollectionMark,
  type CollectionName,
  collectionNames,
  type CollectionOf,
  type CopyStore,
  type MonthOf,
  type PlanPoll,
  type StoredCollection,
  type StoredMonth,
  type StoredPlans,
} from "./store.ts";

const PLANS = "plans";

export interface SealedCopyOptions {
  /** Called with the backend's time in milliseconds since 1970. */
  readonly onTime: (now: number) => void;
  /** Called when a collection was damaged or incomplete, and is being reloaded. */
  readonly onDamaged: (name: CollectionName) => void;
}

type Currency = Omit<StoredMonth, "detail">;

export function sealedCopy(
  opened: () => Promise<StoreParts>,
  { onDamaged, onTime }: SealedCopyOptions,
): CopyStore {
  const collectionOf = async (of: CollectionOf): Promise<SealedCollectionOf> => ({
    of,
    parts: await opened(),
    onDamaged,
  });
  return {
    async loadPlans(): Promise<StoredPlans | null> {
      const { blobs, sealer } = await opened();
      const body = await blobs.copy.loadPlans();
      return body === null ? null : await openJson<StoredPlans>(sealer, body, PLANS);
    },
    async savePlans({ plans, readAt }): Promise<void> {
      const { blobs, sealer } = await opened();
      await blobs.copy.savePlans(await sealDeflated(sealer, { plans, readAt }, PLANS));
    },
    async loadCollection(of, since): Promise<StoredCollection | null> {
      const { blobs, sealer } = await opened();
      const name = await collectionPseudonym(sealer, of);
      const found = await blobs.copy.collections.find(name, since);
      return found === null ? null : await openCollection(await collectionOf(of), since, found);
    },
    async applyChange(of, change): Promise<CollectionMark | null> {
      return await writeCollection(await collectionOf(of), change);
    },
    async loadMonth(of, readAfter): Promise<StoredMonth | null> {
      const { blobs, sealer } = await opened();
      const key = await monthPseudonyms(sealer, of);
      const row = await blobs.copy.months.find(key, readAfter);
      if (row === null) return null;
      const currency = await currencyIn(sealer, key, row);
      const detail = await openJson<MonthDetail>(sealer, row.body, associatedWithMonth(of))
        .catch(() => null);
      if (detail !== null && currency !== null) return { detail, ...currency };
      onDamaged("months");
      return null;
    },
    async saveMonth(planId, { detail, ...currency }): Promise<void> {
      const { blobs, sealer } = await opened();
      const of = { planId, month: detail.month };
      const key = await monthPseudonyms(sealer, of);
      const { knowledge, readAt } = currency;
      const body = await sealDeflated(sealer, detail, associatedWithMonth(of));
      const taggedDay = await taggedDayOf(sealer, key, currency);
      await blobs.copy.months.save(key.plan, {
        name: key.name,
        knowledge,
        readAt,
        taggedDay,
        body,
      });
    },
    async noteMonths(planId, { changed, from, to, askedAt }): Promise<void> {
      const { blobs: { copy: { months } }, sealer } = await opened();
      const plan = await planPseudonym(sealer, planId);
      const keys = await Promise.all(
        [...changed].map((month) => monthPseudonyms(sealer, { planId, month })),
      );
      const isChanged = new Set(keys.map(({ name }) => name));
      const known = (await months.list(plan)).filter(({ name, knowledge }) =>
        !isChanged.has(name) && knowledge !== null && knowledge >= from && knowledge <= to
      );
      const unchanged = await Promise.all(known.map(async (row) => {
        const key = { plan, name: row.name };
        const currency = await currencyIn(sealer, key, row);
        // If a row was modified, its old tag no longer matches.
        if (currency === null) return null;
        const tagged = await taggedDayOf(sealer, key, { ...currency, knowledge: to });
        return { name: row.name, from: row.taggedDay, to: tagged };
      }));
      await months.note(plan, {
        changed: [...isChanged],
        askedAt,
        knowledge: to,
        unchanged: unchanged.filter((one) => one !== null),
      });
    },
    async forgetPlan(planId): Promise<void> {
      const { blobs, sealer } = await opened();
      const collections = await Promise.all(collectionNames.map(async (name) => ({
        name: await collectionPseudonym(sealer, { planId, name }),
        epoch: randomEpoch(),
      })));
      await blobs.copy.forgetPlan(await planPseudonym(sealer, planId), collections);
    },
    async reserveIds(planId, ids): Promise<void> {
      const { blobs, sealer } = await opened();
      const body = await sealJson(sealer, ids, associatedWithReservedIds(planId));
      await blobs.copy.addReservedIds(await planPseudonym(sealer, planId), body);
    },
    async reservedIds(planId): Promise<readonly string[]> {
      const { blobs, sealer } = await opened();
      const bodies = await blobs.copy.reservedIds(await planPseudonym(sealer, planId));
      const associatedData = associatedWithReservedIds(planId);
      const lists = await Promise.all(
        bodies.map((body) => openJson<readonly string[]>(sealer, body, associatedData)),
      );
      return [...new Set(lists.flat())];
    },
    async touch(planId): Promise<number> {
      const { blobs, sealer } = await opened();
      return await blobs.copy.touch(await planPseudonym(sealer, planId));
    },
    async poll(planId, seen): Promise<PlanPoll> {
      const { blobs, sealer } = await opened();
      const polled = collectionNames.flatMap((name) => {
        const mark = seen[name] ?? null;
        return mark === null ? [] : { of: { planId, name }, mark };
      });
      const names = await Promise.all(polled.map(({ of }) => collectionPseudonym(sealer, of)));
      const { touches, isHeld, now, moved } = await blobs.poll({
        plan: await planPseudonym(sealer, planId),
        seen: polled.map(({ mark }, at) => ({ name: names[at] ?? "", mark })),
        lease: await leaseName(sealer, "write", planId),
      });
      onTime(now);
      const found = moved.map(async (row) => {
        const one = polled[names.indexOf(row.name)];
        if (one === undefined) return [];
        const collection = await openCollection(await collectionOf(one.of), one.mark, row);
        return collection === null ? [] : { ...collection, name: one.of.name };
      });
      return { touches, isWriting: isHeld, moved: (await Promise.all(found)).flat() };
    },
  };
}

async function monthPseudonyms(sealer: Sealer, { planId, month }: MonthOf): Promise<MonthKey> {
  const [plan, name] = await Promise.all([
    planPseudonym(sealer, planId),
    sealer.pseudonymOf(`month ${planId} ${month}`),
  ]);
  return { plan, name };
}

function associatedWithMonth({ planId, month }: MonthOf): string {
  return `${planId}\nmonth\n${month}`;
}

function associatedWithReservedIds(planId: string): string {
  return `${planId}\ntaken`;
}

/** Writes the day and the write count, followed by their message authentication code. */
async function taggedDayOf(
  sealer: Sealer,
  { plan, name }: MonthKey,
  { knowledge, readAt, utcDay, touches }: Currency,
): Promise<string> {
  const stamp = touches === undefined ? utcDay : `${utcDay} ${touches}`;
  return `${stamp} ${await sealer.tagOf(`${plan} ${name} ${knowledge} ${readAt} ${stamp}`)}`;
}

/** Reads how current a month is; `null` if the row was modified. */
async function currencyIn(
  sealer: Sealer,
  key: MonthKey,
  { knowledge, readAt, taggedDay }: MonthCurrency,
): Promise<Currency | null> {
  const [utcDay = "", ...rest] = taggedDay.split(" ");
  // The write count is missing if it was unknown when the month was stored.
  const touches = rest.length > 1 ? { touches: Number(rest[0]) } : {};
  const currency = { knowledge, readAt, utcDay, ...touches };
  return await taggedDayOf(sealer, key, currency) === taggedDay ? currency : null;
}
