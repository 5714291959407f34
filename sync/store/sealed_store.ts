import { sharedLedger } from "./ledger.ts";
import { type LeaseClocks, Leases } from "./lease.ts";
import type { BlobBackend, OpenedStore, StoreParts } from "./backend.ts";
import {
  loadCollection,
  randomEpoch,
  type SealedCollectionOf,
  writeCollection,
} from "./sealed_collection.ts";
import { sealedJournal } from "./sealed_journal.ts";
import {
  type CollectionMark,
  type CollectionName,
  collectionNames,
  type CollectionOf,
  type CopyStore,
  type MonthOf,
  type PlanPoll,
  type SavedValues,
  type Store,
  type StoredCollection,
  type StoredMonth,
  type StoredPlans,
  type ValueGroup,
} from "./store.ts";
import { createStoreLocks } from "./store_locks.ts";
import {
  createSealer,
  leaseName,
  openJson,
  planPseudonym,
  sealDeflated,
  type Sealer,
  type SealerOptions,
  sealJson,
} from "./sealer.ts";
import { bytesIn, isTrue, type Row, sql, type SqlDatabase, type Steps } from "./sql.ts";
import { journalError } from "./store_errors.ts";
import { findValues, saveValue, type ValuePlace } from "./expiring_data.ts";

export interface SealedStoreOptions {
  /** This process's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a stored collection is damaged or incomplete and must be reloaded. */
  readonly onDamaged?: (name: CollectionName) => void;
  /** Clocks for leases; real clocks by default. */
  readonly clocks?: LeaseClocks | undefined;
}

/** Opens the data that a backend stores for the owner of a secret. */
export async function partsOf(backend: BlobBackend, secret: SealerOptions): Promise<StoreParts> {
  const sealer = await createSealer(secret);
  return {
    blobs: backend.of(sealer.owner),
    sealer,
    isDurable: true,
    refusal: null,
    close: () => backend.close(),
  };
}

/**
 * The offset between our clock and the backend's clock is updated only if it changes by at least
 * this many milliseconds. Smaller changes may just be due to a slow response.
 */
const SLACK_MS = 1_000;

/** Creates one owner's store, which opens on first use, and reopens if used after closing. */
export function sealedStore(
  open: () => Promise<StoreParts>,
  { now: own, onDamaged = (): void => {}, clocks }: SealedStoreOptions,
): Store {
  let opening: Promise<OpenedStore> | null = null;
  let aheadMs = 0;
  const now = (): number => own() + aheadMs;
  const opened = (): Promise<OpenedStore> =>
    opening ??= open().then((parts) => ({
      ...parts,
      leases: new Leases(parts.blobs.leases, clocks),
    }));
  const { withPlanLock, changing, ...locks } = createStoreLocks(opened);
  const onTime = (backendNow: number): void => {
    const ahead = backendNow - own();
    if (Math.abs(ahead - aheadMs) >= SLACK_MS) aheadMs = ahead;
  };
  return {
    ledger: sharedLedger(async () => (await opened()).blobs, now),
    changes: { ...sealedJournal(opened, changing), withPlanLock },
    values: sealedValues(opened),
    now,
    ...sealedCopy(opened, { onDamaged, onTime }),
    ...locks,
    async close(): Promise<void> {
      const closing = await opening;
      opening = null;
      await closing?.leases.close();
      await closing?.close();
    },
  };
}

function sealedValues(opened: () => Promise<StoreParts>): SavedValues {
  const use = async <Result>(
    { planId, group }: ValueGroup,
    run: (parts: StoreParts, place: ValuePlace) => Promise<Result>,
  ): Promise<Result> => {
    const parts = await opened();
    const { sealer, blobs: { remedy } } = parts;
    const place = {
      plan: await planPseudonym(sealer, planId),
      group: await sealer.pseudonymOf(`group ${group}`),
    };
    try {
      return await run(parts, place);
    } catch (cause) {
      throw journalError(cause, remedy);
    }
  };
  return {
    find: (of, name) =>
      use(of, async ({ blobs, sealer }, place) => {
        const [row] = await findValues(blobs, place, await nameOf(sealer, name));
        return row === undefined ? null : await valueIn(sealer, of, row);
      }),
    list: (of) =>
      use(of, async ({ blobs, sealer }, place) => {
        const rows = await findValues(blobs, place);
        const all = await Promise.all(rows.map((row) => valueIn(sealer, of, row)));
        return all.filter((value) => value !== null);
      }),
    save: (of, { name: given, value, holdsMs }) =>
      use(of, async ({ blobs, sealer }, place) => {
        const name = await nameOf(sealer, given);
        const body = await sealJson(sealer, value, associatedWith(of, name));
        await saveValue(blobs, place, { name, body, holdsMs });
      }),
  };
}

function nameOf(sealer: Sealer, name: string): Promise<string> {
  return sealer.pseudonymOf(`kept ${name}`);
}

/** Decrypts a stored value; a damaged value counts as missing. */
async function valueIn(sealer: Sealer, of: ValueGroup, { name, body }: Row): Promise<unknown> {
  const associatedData = associatedWith(of, String(name));
  return await openJson<unknown>(sealer, bytesIn(body), associatedData).catch(() => null);
}

function associatedWith({ planId, group }: ValueGroup, name: string): string {
  return `${planId}\nkept\n${group}\n${name}`;
}

const PLANS = "plans";

interface PlanPlace extends Pick<SqlDatabase, "schema"> {
  readonly database: SqlDatabase;
  readonly owner: string;
  readonly sealer: Sealer;
  readonly plan: string;
}

function sealedCopy(
  opened: () => Promise<StoreParts>,
  { onDamaged, onTime }: Required<Pick<SealedStoreOptions, "onDamaged">> & {
    readonly onTime: (now: number) => void;
  },
): CopyStore {
  const collectionOf = async (of: CollectionOf): Promise<SealedCollectionOf> => {
    const { blobs: { copy: database, owner }, sealer } = await opened();
    const name = await collectionPseudonym(sealer, of);
    return { of, name, database, owner, sealer, onDamaged: () => onDamaged(of.name) };
  };
  const loaded = async (
    of: CollectionOf,
    since: CollectionMark | null,
  ): Promise<StoredCollection | null> => await loadCollection(await collectionOf(of), since);
  const placeOf = async (planId: string): Promise<PlanPlace> => {
    const { blobs: { copy: database, owner }, sealer } = await opened();
    const plan = await planPseudonym(sealer, planId);
    return { database, schema: database.schema, owner, sealer, plan };
  };
  return {
    async loadPlans(): Promise<StoredPlans | null> {
      const { blobs: { copy, owner }, sealer } = await opened();
      const [row] = await copy.all(
        sql`SELECT body FROM ${copy.schema}.plans WHERE owner = ${owner}`,
      );
      return row === undefined ? null : await openJson(sealer, bytesIn(row["body"]), PLANS);
    },
    async savePlans({ plans, readAt }): Promise<void> {
      const { blobs: { copy, owner }, sealer } = await opened();
      const body = await sealDeflated(sealer, { plans, readAt }, PLANS);
      await copy.all(sql`
        INSERT INTO ${copy.schema}.plans VALUES (${owner}, ${body})
        ON CONFLICT (owner) DO UPDATE SET body = excluded.body`);
    },
    loadCollection: loaded,
    applyChange: async (of, change) => await writeCollection(await collectionOf(of), change),
    async loadMonth(of, readAfter): Promise<StoredMonth | null> {
      const { database, schema, owner, sealer, plan } = await placeOf(of.planId);
      const [row] = await database.all(sql`
        SELECT * FROM ${schema}.months WHERE owner = ${owner} AND plan = ${plan}
          AND name = ${await monthPseudonym(sealer, of)} AND read_at > ${Math.floor(readAfter)}`);
      if (row === undefined) return null;
      try {
        const sealed = bytesIn(row["body"]);
        return await openJson<StoredMonth>(sealer, sealed, associatedWithMonth(of));
      } catch {
        onDamaged("months");
        return null;
      }
    },
    async saveMonth(planId, month): Promise<void> {
      const { database, schema, owner, sealer, plan } = await placeOf(planId);
      const of = { planId, month: month.detail.month };
      const name = await monthPseudonym(sealer, of);
      const body = await sealDeflated(sealer, month, associatedWithMonth(of));
      await database.all(sql`
        INSERT INTO ${schema}.months
        VALUES (${owner}, ${plan}, ${name}, ${month.readAt}, ${body})
        ON CONFLICT (owner, plan, name) DO UPDATE SET
          read_at = excluded.read_at, body = excluded.body`);
    },
    async deleteMonths(planId, months, readUntil): Promise<void> {
      const { database, schema, owner, sealer, plan } = await placeOf(planId);
      const names = await Promise.all(
        months.map((month) => monthPseudonym(sealer, { planId, month })),
      );
      await database.all(sql`
        DELETE FROM ${schema}.months WHERE owner = ${owner} AND plan = ${plan}
          AND name IN ${names} AND read_at <= ${readUntil}`);
    },
    async forgetPlan(planId): Promise<void> {
      const { blobs: { journal } } = await opened();
      const { database, schema, owner, sealer, plan } = await placeOf(planId);
      const names = await Promise.all(
        collectionNames.map((name) => collectionPseudonym(sealer, { planId, name })),
      );
      await database.transaction(function* (): Steps<void> {
        yield sql`DELETE FROM ${schema}.months WHERE owner = ${owner} AND plan = ${plan}`;
        for (const name of names) {
          yield sql`
            UPDATE ${schema}.collections SET epoch = ${randomEpoch()}, is_forgotten = true
            WHERE owner = ${owner} AND name = ${name}`;
        }
      });
      await journal.all(sql`DELETE FROM ${schema}.kept WHERE owner = ${owner} AND plan = ${plan}`);
    },
    async touch(planId): Promise<number> {
      const { database, schema, owner, plan } = await placeOf(planId);
      const [row] = await database.all(sql`
        INSERT INTO ${schema}.touches AS touched VALUES (${owner}, ${plan}, 1)
        ON CONFLICT (owner, plan) DO UPDATE SET count = touched.count + 1 RETURNING count`);
      return Number(row?.["count"]);
    },
    async poll(planId, seen): Promise<PlanPoll> {
      const { blobs } = await opened();
      const { database, schema, owner, sealer, plan } = await placeOf(planId);
      const polled = await Promise.all(
        collectionNames.filter((name) => seen[name]).map(async (name) => ({
          name,
          mark: seen[name] ?? null,
          stored: await collectionPseudonym(sealer, { planId, name }),
        })),
      );
      const isHeld = await blobs.heldByOther(await leaseName(sealer, "write", planId));
      const rows = await database.all(sql`
        SELECT ${database.now} AS now, ${isHeld} AS is_held,
          (SELECT count FROM ${schema}.touches WHERE owner = ${owner} AND plan = ${plan})
            AS touches,
          stored.name, stored.epoch, stored.version
        FROM (SELECT 1) AS always LEFT JOIN ${schema}.collections AS stored
          ON stored.owner = ${owner} AND stored.name IN ${polled.map(({ stored }) => stored)}`);
      const [first] = rows;
      onTime(Number(first?.["now"]));
      // The collections are read in separate snapshots. If another process writes in between, the
      // collections that are read later are newer, which is harmless.
      const moved: PlanPoll["moved"][number][] = [];
      for (const { name, mark, stored } of polled) {
        const row = rows.find((one) => one["name"] === stored);
        const isSame = row?.["epoch"] === mark?.epoch && Number(row?.["version"]) === mark?.version;
        const found = row === undefined || isSame ? null : await loaded({ planId, name }, mark);
        if (found !== null) moved.push({ ...found, name });
      }
      const touches = Number(first?.["touches"] ?? 0);
      return { touches, isWriting: isTrue(first?.["is_held"]), moved };
    },
  };
}

function collectionPseudonym(
  sealer: Sealer,
  { planId, name }: CollectionOf,
): Promise<string> {
  return sealer.pseudonymOf(`collection ${planId} ${name}`);
}

function monthPseudonym(sealer: Sealer, { planId, month }: MonthOf): Promise<string> {
  return sealer.pseudonymOf(`month ${planId} ${month}`);
}

function associatedWithMonth({ planId, month }: MonthOf): string {
  return `${planId}\nmonth\n${month}`;
}
