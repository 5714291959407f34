import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { steps, take } from "../../demo/_random_life.ts";
import { assertCurrent, aWorld, happen, read, READS, rowsOf, someEvents } from "../_copied_life.ts";
import { runs } from "../../_runs.ts";

Deno.test("LocalCopy matches a full read after any edits, reads, failures and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents(1), async (events) => {
      const world = await aWorld();
      const everSeen = new Set<string>();
      for (const event of events) {
        // A process that is killed before it has stored the transactions loses their ids.
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

Deno.test("LocalCopy matches a full read if it reads all collections concurrently after each edit", async () => {
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
