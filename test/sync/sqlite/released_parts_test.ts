import { assert, assertEquals } from "@std/assert";
import type { CollectionRow } from "../../../sync/sealing/copy_rows.ts";
import { createSealer, type Sealer, SealError } from "../../../sync/sealing/sealer.ts";
import { sealedStore } from "../../../sync/sealing/sealed_store.ts";
import { openSqliteBackend } from "../../../sync/sqlite/sqlite_backend.ts";
import type { Store } from "../../../sync/store.ts";
import { aStoreFolder } from "../_sqlite_store.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };
const PAYEES = { planId: "p", name: "payees" } as const;
const NAMES = ["one", "three", "two"];

/** Writes three parts, and hands out a store that opens them, with all that it reads. */
async function readOf(
  path: string,
  open: Sealer["open"],
): Promise<{ readonly store: Store; readonly rows: CollectionRow[]; close(): Promise<void> }> {
  const backend = await openSqliteBackend({ folder: path, now: () => 0, onQuarantined: () => {} });
  const blobs = backend.of(sealer.owner);
  const rows: CollectionRow[] = [];
  const { collections } = blobs.copy;
  const find = async (
    ...asked: Parameters<typeof collections.find>
  ): Promise<CollectionRow | null> => {
    const found = await collections.find(...asked);
    if (found !== null) rows.push(found);
    return found;
  };
  const copy = { ...blobs.copy, collections: { ...collections, find } };
  const store = sealedStore({ ...blobs, copy }, { sealer: { ...sealer, open }, now: () => 0 });
  const parts = NAMES.map((part) => ({ part, keys: [part], records: [{ id: part }] }));
  const change = { mark: null, state, isWhole: true, parts, deletedKeys: [] };
  assert(await store.applyChange(PAYEES, change) !== null);
  return { store, rows, close: async () => await backend.close() };
}

Deno.test("what was sealed is let go of when it has been opened, and can be read again", async () => {
  await using folder = await aStoreFolder();
  const { store, rows, close } = await readOf(folder.path, sealer.open);
  const one = await store.loadCollection(PAYEES, null);
  const other = await store.loadCollection(PAYEES, null);
  await close();
  assertEquals(one?.parts.flatMap(({ keys }) => keys), NAMES);
  assertEquals(other, one);
  assertEquals(rows.map(({ parts }) => parts.map(({ body }) => body.length)), [
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

Deno.test("to let go of a part takes nothing from the others or from the state", async () => {
  await using folder = await aStoreFolder();
  // Nothing can be opened, so that nothing is let go of but here.
  const { store, rows, close } = await readOf(
    folder.path,
    () => Promise.reject(new SealError()),
  );
  assertEquals(await store.loadCollection(PAYEES, null), null);
  await close();
  const [{ parts: [first, ...others], state: kept }] = rows as [CollectionRow];
  const before = [kept, ...others.map(({ body }) => body)].map((bytes) => bytes.slice());
  assert(before.length === NAMES.length && before.every(({ length }) => length > 0));
  first?.release?.();
  assertEquals(first?.body.length, 0);
  assertEquals([kept, ...others.map(({ body }) => body)], before);
});
