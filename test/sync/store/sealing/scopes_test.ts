import { assertEquals, assertNotEquals } from "@std/assert";
import { storeOver } from "../../_sqlite_store.ts";
import { createSealer } from "../../../../sync/store/sealer.ts";
import type { Store } from "../../../../sync/store/store.ts";
import { BACKENDS } from "../../backends/_backends.ts";

const BASE_URL = "https://api.example.com/v1";

for (const [kind, open] of Object.entries(BACKENDS)) {
  Deno.test(`${kind}: one handle serves many owners and keeps their data separate`, async () => {
    await using backend = await open();
    const handle = await backend.handle();
    const stores: Store[] = [];
    for (const secret of ["the key of user 1", "the key of user 2"]) {
      const sealer = await createSealer({ secret, baseUrl: BASE_URL });
      stores.push(storeOver(handle.of(sealer.owner), { sealer, now: backend.time.now }));
    }
    const [one, other] = stores as [Store, Store];
    await one.reserveIds("p", ["mine"]);
    await one.touch("p");
    await one.changes.begin({
      code: null,
      entry: { operationId: "o", planId: "p", at: 1, body: "mine" },
    });
    await one.ledger.tryTake({ windowMs: 1_000, limit: 5 });
    assertEquals(await other.reservedIds("p"), []);
    assertEquals((await other.poll("p", {})).touches, 0);
    assertNotEquals((await one.poll("p", {})).touches, 0);
    assertEquals(await other.changes.entries("p"), []);
    assertEquals((await other.ledger.use(1_000)).used, 0);
    // The owners' locks don't block each other.
    await one.changes.withPlanLock(
      "p",
      () => other.changes.withPlanLock("p", () => Promise.resolve()),
    );
  });
}
