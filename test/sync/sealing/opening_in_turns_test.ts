import { assert, assertEquals } from "@std/assert";
import { createMemoryDatabase } from "../../../sync/memory/memory_backend.ts";
import { createSealer, type Sealer, SealError } from "../../../sync/sealing/sealer.ts";
import { sealedStore } from "../../../sync/sealing/sealed_store.ts";
import type { StoredCollection } from "../../../sync/store.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };
const ACCOUNTS = { planId: "p", name: "accounts" } as const;
const NAMES = Array.from({ length: 43 }, (_, at) => `part ${String(at).padStart(2, "0")}`);

/** Reads what was written with a sealer, as another process would with another one. */
async function readWith(other: Sealer): Promise<StoredCollection | null> {
  const blobs = createMemoryDatabase(() => 0).connect().of(sealer.owner);
  const store = sealedStore(blobs, { sealer, now: () => 0 });
  const parts = NAMES.map((part) => ({ part, keys: [part], records: [{ id: part }] }));
  const change = { mark: null, state, isWhole: true, parts, deletedKeys: [] };
  assert(await store.applyChange(ACCOUNTS, change) !== null);
  return await sealedStore(blobs, { sealer: other, now: () => 0 }).loadCollection(ACCOUNTS, null);
}

Deno.test("many parts are opened some at a time, and others have turns between", async () => {
  let turn = 0;
  let isOver = false;
  const openedIn: number[] = [];
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const counting: Sealer = {
    ...sealer,
    open(sealed, associatedData): ReturnType<Sealer["open"]> {
      openedIn.push(turn);
      return sealer.open(sealed, associatedData);
    },
  };
  const found = await readWith(counting);
  isOver = true;

  assertEquals(found?.parts.flatMap(({ keys }) => keys), NAMES);
  // The first tells what parts there are, the second is the list of what was deleted.
  const [head = 0, , ...parts] = openedIn;
  assertEquals(parts.length, NAMES.length);
  assert(parts.every((one) => one > head), "The parts were read in this turn");
  const most = Math.max(...parts.map((one) => parts.filter((other) => other === one).length));
  assert(most <= 16, `${most} parts were opened in one turn`);
});

Deno.test("a part that can't be opened has none of the others used, whichever it is", async () => {
  for (const failing of [2, 9, 10, 11, 30, NAMES.length + 1]) {
    let nth = -1;
    const refusing: Sealer = {
      ...sealer,
      open(sealed, associatedData): ReturnType<Sealer["open"]> {
        nth += 1;
        if (nth === failing) return Promise.reject(new SealError());
        return sealer.open(sealed, associatedData);
      },
    };
    assertEquals(await readWith(refusing), null);
    assert(nth >= failing);
  }
});
