import { assertEquals } from "@std/assert";
import type { JournalRows } from "../../../sync/store/backend.ts";
import { storeOver } from "../_sqlite_store.ts";
import { createSealer } from "../../../sync/store/sealer.ts";
import { BACKENDS } from "./_backends.ts";

const CLOSED = 30;

for (const [kind, open] of Object.entries(BACKENDS)) {
  Deno.test(`${kind}: finds open entries without reading closed ones`, async () => {
    await using backend = await open();
    const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
    const blobs = (await backend.handle()).of(sealer.owner);
    const read: string[] = [];
    const journal: JournalRows = {
      ...blobs.journal,
      keys: async (plan) => {
        const keys = await blobs.journal.keys(plan);
        read.push(...keys.map(({ operationId }) => `key of ${operationId}`));
        return keys;
      },
      entries: async (...asked) => {
        const entries = await blobs.journal.entries(...asked);
        read.push(...entries.map(({ operationId }) => operationId));
        return entries;
      },
    };
    const { changes } = storeOver({ ...blobs, journal }, { sealer, now: backend.time.now });
    const entryOf = (operationId: string): Parameters<typeof changes.saveEntry>[0] => ({
      operationId,
      planId: "p",
      at: 1,
      body: operationId,
    });
    for (let nth = 0; nth < CLOSED; nth++) await changes.saveEntry(entryOf(`closed ${nth}`), true);
    read.length = 0;
    assertEquals([await changes.openEntries("p"), read], [[], []]);
    await changes.begin({ code: null, entry: entryOf("open") });
    read.length = 0;
    assertEquals(await changes.openEntries("p"), [entryOf("open")]);
    assertEquals(read, ["open"]);
  });
}
