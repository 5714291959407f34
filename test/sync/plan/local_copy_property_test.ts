import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { steps, take } from "../../demo/_random_life.ts";
import { ids, uuid } from "../../demo/_tiny_plan.ts";
import { assertCurrent, aWorld, happen, read, READS, rowsOf, someEvents } from "../_copied_life.ts";
import { DAY_MS, MAX_AGE_MS, settle } from "../_copy.ts";
import { runs } from "../../_runs.ts";

Deno.test("LocalCopy matches a full read after any edits, reads, failures and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents(1), async (events) => {
      const world = await aWorld();
      const everSeen = new Set<string>();
      for (const event of events) {
        await settle();
        // A process that is killed before it has repeated a failed write loses the ids.
        const isKilled = event.kind === "restart" && !event.isClean;
        if (isKilled && world.isUnsaved()) everSeen.clear();
        await happen(event, world);
        if (event.kind !== "read" || !event.what.includes("transactions")) continue;
        const { live } = await world.now.copy.transactions().catch(() => ({ live: [] }));
        for (const { id } of live) everSeen.add(id);
      }
      await assertCurrent(world);
      const { live, deleted } = rowsOf(world.api);
      const { deletedIds } = await world.now.copy.transactions();
      for (const id of deletedIds) assert(deleted.has(id), "a live row counts as deleted");
      for (const id of everSeen) assert(live.has(id) || deletedIds.has(id), "a deletion is lost");
    }),
    runs(25),
  );
});

Deno.test("LocalCopy matches a full read if it reads all edits at once", async () => {
  await fc.assert(
    fc.asyncProperty(steps(12), async (life) => {
      const world = await aWorld();
      for (const step of life) {
        await take(step, world.api);
        const [last = "month", ...first] = READS.toReversed();
        await Promise.all(first.map((what) => read(world.now.copy, what, { isFreshOnly: true })));
        await read(world.now.copy, last, { isFreshOnly: true });
      }
      const requests = world.api.upstream.requests.length;
      await Promise.all(READS.map((what) => read(world.now.copy, what)));
      assertEquals(world.api.upstream.requests.length, requests);
      await assertCurrent(world);
    }),
    runs(8),
  );
});

Deno.test("LocalCopy detects an edit to a transaction that is years old", async () => {
  const { now: { copy }, api, clock } = await aWorld();
  await copy.transactions();
  await api.save("PUT", `/transactions/${uuid(1_000)}`, { transaction: { memo: "found" } });
  clock.advance(MAX_AGE_MS);
  const { live } = await copy.transactions();
  assertEquals(live.find(({ id }) => id === uuid(1_000))?.memo, "found");
});

Deno.test("LocalCopy applies a renamed payee's name from a new transaction to all transactions", async () => {
  const { now: { copy }, api, clock } = await aWorld();
  await copy.transactions();
  api.upstream.edit(({ payees }) => {
    const shop = payees.find(({ id }) => id === ids.shop);
    if (shop !== undefined) shop.name = "Renamed shop";
  });
  await api.save("POST", "/transactions", {
    transaction: {
      account_id: ids.checking,
      payee_id: ids.shop,
      date: "2026-03-14",
      amount: -1_000,
    },
  });
  clock.advance(MAX_AGE_MS);
  const { live } = await copy.transactions();
  const names = live.filter(({ payee_id }) => payee_id === ids.shop).map((row) => row.payee_name);
  assertEquals(names, ["Renamed shop", "Renamed shop", "Renamed shop"]);
});

Deno.test("LocalCopy applies a renamed payee's name to all transactions within a week", async () => {
  const { now: { copy }, api, clock } = await aWorld();
  await copy.transactions();
  api.upstream.edit(({ payees }) => {
    const shop = payees.find(({ id }) => id === ids.shop);
    if (shop !== undefined) shop.name = "Renamed shop";
  });
  clock.advance(7 * DAY_MS);
  const { live } = await copy.transactions();
  assertEquals(live.map((row) => row.payee_name), ["Renamed shop", "Renamed shop"]);
});

Deno.test("LocalCopy rethrows the client's error and recovers afterwards", async () => {
  const world = await aWorld();
  world.api.upstream.setFaults([{ method: "GET", then: { status: 503 } }]);
  await assertRejects(() => world.now.copy.transactions(), UpstreamError);
  world.api.upstream.setFaults([]);
  await assertCurrent(world);
});
