import { assertEquals } from "@std/assert";
import { createMemoryDatabase } from "../../../../sync/store/sqlite_backend.ts";
import { createSealer } from "../../../../sync/store/sealer.ts";
import { storeOver } from "../../_sqlite_store.ts";
import type { CollectionMark, CollectionName, Store } from "../../../../sync/store/store.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };

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
