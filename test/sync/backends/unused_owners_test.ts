import { assertEquals } from "@std/assert";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { aStoreFolder, storeOver } from "../_sqlite_store.ts";
import { UNSEALED } from "../../../sync/store/sealer.ts";
import type { BlobBackend } from "../../../sync/store/backend.ts";
import type { Store } from "../../../sync/store/store.ts";
import { aMonth, aPlan } from "../../_builders.ts";
import { ownDatabase } from "../../_own_database.ts";
import { postgresForTests } from "../../_postgres_server.ts";
import { aClock, DAY_MS, type TestClock } from "../_copy.ts";

const accounts = { planId: "p", name: "accounts" } as const;
const ofMarch = { planId: "p", month: "2026-03-01" };

async function fill(store: Store): Promise<void> {
  const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2026-03-15" };
  const part = { part: "all", keys: ["a"], records: [{ id: "a" }] };
  await store.applyChange(accounts, {
    ...{ mark: null, state, isWhole: true },
    ...{ parts: [part], deletedKeys: ["z"] },
  });
  await store.savePlans({ plans: [aPlan()], readAt: 1 });
  const detail = aMonth({ month: ofMarch.month });
  await store.saveMonth("p", { detail, knowledge: 5, readAt: 1, utcDay: "2026-03-15" });
  await store.reserveIds("p", ["y"]);
  await store.touch("p");
  await store.changes.begin({
    code: null,
    entry: { operationId: "o", planId: "p", at: 1, body: "one" },
  });
}

/** Returns the number of stored records of each kind. */
async function left(store: Store): Promise<readonly (number | undefined)[]> {
  return [
    (await store.loadPlans())?.plans.length,
    (await store.loadCollection(accounts, null))?.parts.length,
    await store.loadMonth(ofMarch, 0) === null ? 0 : 1,
    (await store.reservedIds("p")).length,
    (await store.poll("p", {})).touches,
  ];
}

const ALL = [1, 1, 1, 1, 1];
const NOTHING = [undefined, undefined, 0, 0, 0];

/** A backend with stores of several owners, and a clock that tests advance. */
interface Place extends AsyncDisposable {
  readonly clock: TestClock;
  /** Starts a server, which begins to delete unused caches. */
  readonly start: (owner: string) => Promise<Store>;
  /** Starts a server and ends it after it has deleted unused caches. */
  readonly visit: (owner: string) => Promise<void>;
}

const postgres = await postgresForTests("unused copies on PostgreSQL");

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  sqlite: async () => {
    const folder = await aStoreFolder();
    const clock = aClock();
    return {
      clock,
      start: (secret) => folder.open({ secret, now: clock.now }),
      visit: async (secret) => {
        await folder.open({ secret, now: clock.now });
      },
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
  ...(postgres === null ? {} : { postgres: () => placeInDatabase(postgres) }),
};

async function placeInDatabase(server: string): Promise<Place> {
  const clock = aClock();
  const database = await ownDatabase(server);
  const backends: BlobBackend[] = [];
  const opened = (): Promise<BlobBackend> =>
    openPostgres(database.url, { clock: () => `${clock.now()}::bigint` });
  return {
    clock,
    async start(owner): Promise<Store> {
      const backend = await opened();
      backends.push(backend);
      return storeOver(backend.of(owner), { sealer: UNSEALED, now: clock.now });
    },
    async visit(owner): Promise<void> {
      const backend = await opened();
      backend.of(owner);
      await backend.close();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const backend of backends) await backend.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

for (const [kind, open] of Object.entries(PLACES)) {
  Deno.test(`${kind}: a cache is deleted after its owner hasn't used it for three months`, async () => {
    await using place = await open();
    const [gone, used] = [await place.start("gone"), await place.start("used")];
    await fill(gone);
    await fill(used);
    place.clock.advance(60 * DAY_MS);
    await place.visit("used");
    place.clock.advance(30 * DAY_MS);
    await place.visit("another");
    assertEquals([await left(gone), await left(used)], [ALL, ALL]);
    place.clock.advance(DAY_MS + 1);
    await place.visit("another");
    assertEquals([await left(gone), await left(used)], [NOTHING, ALL]);
    // The journal isn't a cache and must not be deleted.
    const entries = await gone.changes.entries("p");
    assertEquals(entries.map(({ operationId }) => operationId), ["o"]);
  });
}
