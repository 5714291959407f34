import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { steps, take } from "../../demo/_random_life.ts";
import {
  assertCurrent,
  aWorld,
  happen,
  type Opened,
  read,
  READS,
  rowsOf,
  someEvents,
  type World,
} from "../_copied_life.ts";
import { settle } from "../_copy.ts";
import { BACKENDS, type TestedBackend } from "../backends/_backends.ts";
import { runs } from "../../_runs.ts";

const PROCESSES = 3;

/**
 * Number of runs for each backend. Slower backends get fewer runs, because other tests also cover
 * them.
 */
const RUNS: Readonly<Record<string, number>> = { memory: 8, sqlite: 2, postgres: 1 };

/** Differences between the machines' clocks and the store's clock, in milliseconds. */
const SKEWS_MS = [0, 30_000, -30_000];

/** Creates a world with a backend and processes on machines whose clocks differ. */
async function aWorldOver(backend: TestedBackend): Promise<World> {
  const { time } = backend;
  let started = 0;
  const openStore = async (): Promise<Opened> => {
    const skewMs = SKEWS_MS[started++ % SKEWS_MS.length] ?? 0;
    const { store, kill } = await backend.connect({ skewMs });
    return { store, close: () => void kill() };
  };
  return await aWorld(openStore, {
    now: time.now,
    utcDay: () => new Date(time.now()).toISOString().slice(0, 10),
    advance: (ms) => time.skip(ms),
  });
}

Deno.test("LocalCopy returns the same data as a full read after any edits, reads, failures and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents(1), async (events) => {
      await using backend = await BACKENDS.memory!();
      const world = await aWorldOver(backend);
      const everSeen = new Set<string>();
      for (const event of events) {
        // If a process is killed before storing the transactions, the ids of the transactions are
        // lost.
        const isKilled = event.kind === "restart" && !event.isClean;
        if (isKilled && world.isUnsaved()) everSeen.clear();
        await happen(event, world);
        if (event.kind !== "read" || !event.what.includes("transactions")) continue;
        const { live } = await world.now.copy.transactions().catch(() => ({ live: [] }));
        // Wait until the write has begun, because only then does `isUnsaved` report it.
        await settle();
        for (const { id } of live) everSeen.add(id);
      }
      await assertCurrent(world);
      const { live, deleted } = rowsOf(world.api);
      const { deletedIds } = await world.now.copy.transactions();
      for (const id of deletedIds) assert(deleted.has(id), "a live row counts as deleted");
      for (const id of everSeen) assert(live.has(id) || deletedIds.has(id), "a deletion is lost");
    }),
    runs(12),
  );
});

for (const [kind, open] of Object.entries(BACKENDS)) {
  Deno.test(`${kind}: every process returns the same data as a full read`, async () => {
    await fc.assert(
      fc.asyncProperty(someEvents(PROCESSES), async (events) => {
        await using backend = await open();
        const world = await aWorldOver(backend);
        for (const event of events) await happen(event, world);
        for (let nth = 0; nth < PROCESSES; nth++) {
          await world.turnTo(nth);
          await assertCurrent(world);
          await world.now.whole.written();
        }
        // A new process must find the other processes' data in the store.
        await world.turnTo(PROCESSES);
        await assertCurrent(world);
        assertEquals(backend.quarantined, []);
      }),
      runs(RUNS[kind] ?? 20),
    );
  });

  Deno.test(`${kind}: after a plan is restored from a backup, every process returns the same data as a full read`, async () => {
    await fc.assert(
      fc.asyncProperty(steps(4), steps(4), fc.boolean(), async (before, after, isClean) => {
        await using backend = await open();
        const world = await aWorldOver(backend);
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
      runs(Math.ceil((RUNS[kind] ?? 20) / 2)),
    );
  });
}
