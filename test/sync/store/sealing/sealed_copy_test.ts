import { assertEquals } from "@std/assert";
import { createMemoryDatabase } from "../../../../sync/store/sqlite_backend.ts";
import type { CollectionRow } from "../../../../sync/store/backend.ts";
import { createSealer } from "../../../../sync/store/sealer.ts";
import { storeOver } from "../../_sqlite_store.ts";
import type { CollectionMark, CollectionName, Store } from "../../../../sync/store/store.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };

/**
 * All collections. If `poll()` or `forgetPlan()` skipped a collection, the store would return
 * outdated data.
 */
const named: Readonly<Record<CollectionName, true>> = {
  transactions: true,
  accounts: true,
  categories: true,
  scheduled_transactions: true,
  months: true,
  payees: true,
};

async function write(
  store: Store,
  name: CollectionName,
  mark: CollectionMark | null = null,
): Promise<CollectionMark> {
  const part = { part: "2024-03", keys: ["a"], records: [{ id: "a" }] };
  const change = { state, isWhole: mark === null, parts: [part], deletedKeys: [] };
  const next = await store.applyChange({ planId: "p", name }, { mark, ...change });
  if (next === null) throw new Error("Nothing was written");
  return next;
}

for (const name of Object.keys(named) as CollectionName[]) {
  Deno.test(`poll() reports other processes' writes to ${name}, and forgetPlan() deletes it`, async () => {
    const blobs = createMemoryDatabase(() => 0).connect().of(sealer.owner);
    const [store, other] = [
      storeOver(blobs, { sealer, now: () => 0 }),
      storeOver(blobs, { sealer, now: () => 0 }),
    ];
    const mark = await write(store, name);
    assertEquals((await store.poll("p", { [name]: mark })).moved, []);
    const next = await write(other, name, mark);
    const { moved } = await store.poll("p", { [name]: mark });
    assertEquals(moved.map((one) => [one.name, one.mark]), [[name, next]]);
    await other.forgetPlan("p");
    const found = await store.loadCollection({ planId: "p", name }, null);
    assertEquals(found?.parts.flatMap(({ keys }) => keys) ?? [], []);
    await store.close();
    await other.close();
  });
}

Deno.test("poll() discards and reports damaged data, and causes a reload", async () => {
  const blobs = createMemoryDatabase(() => 0).connect().of(sealer.owner);
  const damaged: string[] = [];
  const store = storeOver(blobs, {
    sealer,
    now: () => 0,
    onDamaged: (name) => void damaged.push(name),
  });
  const [accounts, payees] = [await write(store, "accounts"), await write(store, "payees")];
  const next = await write(store, "accounts", accounts);
  await write(store, "payees", payees);
  // Seal data with another secret, so that the store can't open it.
  const stranger = await createSealer({ secret: "other", baseUrl: "https://api.example.com" });
  const read = blobs.poll.bind(blobs);
  const foreign = await stranger.seal(new Uint8Array([1]), "elsewhere");
  const spoiled = storeOver({
    ...blobs,
    poll: async (asked) => {
      const { moved, ...polled } = await read(asked);
      const spoil = (row: (typeof moved)[number]): typeof row =>
        row.mark.epoch === payees.epoch ? { ...row, state: foreign } : row;
      return { ...polled, moved: moved.map(spoil) };
    },
  }, { sealer, now: () => 0, onDamaged: (name) => void damaged.push(name) });
  const { moved } = await spoiled.poll("p", { payees, accounts });
  assertEquals(moved.map((one) => [one.name, one.mark]), [["accounts", next]]);
  assertEquals(damaged, ["payees"]);
  const found = await store.loadCollection({ planId: "p", name: "payees" }, null);
  assertEquals(found?.parts.flatMap(({ keys }) => keys) ?? [], []);
  await store.close();
  await spoiled.close();
});

Deno.test("loadCollection() rejects chunks of another collection or an older version", async () => {
  const blobs = createMemoryDatabase(() => 0).connect().of(sealer.owner);
  const { collections } = blobs.copy;
  let spoil: ((row: CollectionRow) => CollectionRow) | null = null;
  const find = async (
    ...args: Parameters<typeof collections.find>
  ): Promise<CollectionRow | null> => {
    const row = await collections.find(...args);
    return row === null || spoil === null ? row : spoil(row);
  };
  const damaged: string[] = [];
  const store = storeOver({
    ...blobs,
    copy: { ...blobs.copy, collections: { ...collections, find } },
  }, { sealer, now: () => 0, onDamaged: (name) => void damaged.push(name) });
  const of = { planId: "p", name: "accounts" } as const;
  const kept: CollectionRow[] = [];
  const keep = (row: CollectionRow): CollectionRow => {
    kept.push(row);
    return row;
  };
  const spoils: readonly ((row: CollectionRow) => CollectionRow)[] = [
    // The first version of the part, under its own version number.
    (row) => ({ ...row, parts: kept[0]?.parts ?? [] }),
    // The first version of the part, labeled as the newest.
    (row) => ({
      ...row,
      parts: row.parts.map((part) => ({ ...part, body: kept[0]?.parts[0]?.body ?? part.body })),
    }),
    // The first version of everything except its position.
    (row) => ({ ...row, state: kept[0]?.state ?? row.state, parts: kept[0]?.parts ?? [] }),
    (row) => ({ ...row, parts: [] }),
    (row) => ({ ...row, parts: row.parts.map((part) => ({ ...part, name: "other" })) }),
  ];
  for (const [at, one] of spoils.entries()) {
    spoil = null;
    kept.length = 0;
    const first = await store.loadCollection(of, null);
    const mark = await write(store, "accounts", first?.mark ?? null);
    spoil = keep;
    await store.loadCollection(of, null);
    spoil = null;
    await write(store, "accounts", mark);
    assertEquals((await store.loadCollection(of, null))?.parts.length, 1);
    spoil = one;
    assertEquals([at, await store.loadCollection(of, null), damaged.length], [at, null, at + 1]);
  }
  await store.close();
});
