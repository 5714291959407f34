import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { storeOver } from "../../_sqlite_store.ts";
import { createSealer, type Sealer, SealError } from "../../../../sync/store/sealer.ts";
import type { Store } from "../../../../sync/store/store.ts";
import { BACKENDS } from "../../backends/_backends.ts";

const BASE_URL = "https://api.example.com/v1";
const key = { secret: "a key of 32 bytes or more, shared", baseUrl: BASE_URL };
const bytes = new TextEncoder().encode("rent");

Deno.test("createSealer() derives the same keys from a token in every version", async () => {
  const { owner } = await createSealer({ secret: "a-token", baseUrl: BASE_URL });
  // The owner in older_store.json, as written by version 1.0.
  assertEquals(owner, "1026a859ff7a37e6ccbd635f6dc335f1");
});

Deno.test("createSealer() opens no data of another subject, or of no subject", async () => {
  const sealers = await Promise.all([
    createSealer(key),
    createSealer({ ...key, subject: "user 1" }),
    createSealer({ ...key, subject: "user 2" }),
    createSealer({ ...key, subject: "" }),
  ]);
  assertEquals(new Set(sealers.map(({ owner }) => owner)).size, 4);
  const names = await Promise.all(sealers.map((sealer) => sealer.pseudonymOf("plan p")));
  assertEquals(new Set(names).size, 4);
  const [none, one, other] = sealers as [Sealer, Sealer, Sealer, Sealer];
  const sealed = await one.seal(bytes, "memo");
  assertEquals(await one.open(sealed, "memo"), bytes);
  for (const sealer of [none, other]) {
    await assertRejects(() => sealer.open(sealed, "memo"), SealError);
  }
});

for (const [kind, open] of Object.entries(BACKENDS)) {
  Deno.test(`${kind}: one handle serves many owners and keeps their data separate`, async () => {
    await using backend = await open();
    const handle = await backend.handle();
    const stores: Store[] = [];
    for (const subject of ["user 1", "user 2"]) {
      const sealer = await createSealer({ ...key, subject });
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
