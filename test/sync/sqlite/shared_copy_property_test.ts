/**
 * Several processes over one store in files: whatever happens to a plan, whoever reads
 * and writes it, and whichever process is lost, every copy ends up as a full read is.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { steps, take } from "../../demo/_random_life.ts";
import { assertCurrent, aWorld, happen, read, READS, someEvents } from "../_copied_life.ts";
import { aStoreFolder, type StoreFolder } from "../_sqlite_store.ts";

const PROCESSES = 3;

function storesIn(folder: StoreFolder): Parameters<typeof aWorld>[0] {
  return async () => {
    const store = await folder.open();
    return { store, close: () => store.close() };
  };
}

Deno.test("every process ends with a copy as a full read is", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents(PROCESSES), async (events) => {
      await using folder = await aStoreFolder();
      const world = await aWorld(storesIn(folder));
      for (const event of events) await happen(event, world);
      for (let nth = 0; nth < PROCESSES; nth++) {
        await world.turnTo(nth);
        await assertCurrent(world);
        await world.now.whole.written();
      }
      // A new process finds in the store what the others had.
      await world.turnTo(PROCESSES);
      await assertCurrent(world);
      assertEquals(folder.quarantined, []);
    }),
    { numRuns: 60 },
  );
});

Deno.test("every process ends as a full read is after the plan was restored from a backup", async () => {
  await fc.assert(
    fc.asyncProperty(steps(4), steps(4), fc.boolean(), async (before, after, isClean) => {
      await using folder = await aStoreFolder();
      const world = await aWorld(storesIn(folder));
      const readAll = (): Promise<unknown> =>
        Promise.all(READS.map((what) => read(world.now.copy, what)));
      for (const step of before) await take(step, world.api);
      const { api, clock } = world;
      const now = (): Date => new Date(clock.now());
      const backup = new DemoUpstream({ plans: api.upstream.snapshot(), now });
      for (const step of after) await take(step, api);
      for (let nth = 0; nth < PROCESSES; nth++) {
        await world.turnTo(nth);
        await readAll();
      }
      world.restore(backup);
      await world.restart(isClean);
      for (let nth = 0; nth <= PROCESSES; nth++) {
        await world.turnTo(nth);
        await assertCurrent(world);
      }
    }),
    { numRuns: 20 },
  );
});
