import { assertEquals } from "@std/assert";
import type {
  BlobStore,
  CollectionWrite,
  EntryWrite,
  Fence,
  MonthRow,
  Spending,
} from "../../../sync/store/backend.ts";
import { BACKENDS, type TestedBackend } from "./_backends.ts";

const TTL_MS = 60_000;

function bytes(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values);
}

/** A write of an entry at a revision of the contents. */
function entryWrite(
  operationId: string,
  revision: number,
  { fence = null, spends = null }: {
    readonly fence?: Fence | null;
    readonly spends?: Spending | null;
  } = {},
): EntryWrite {
  return {
    spends,
    fence,
    entry: { operationId, at: revision, body: bytes(revision) },
    contents: { revision, body: bytes(9, revision) },
  };
}

async function operationsIn({ journal }: BlobStore, plan = "p"): Promise<readonly string[]> {
  return (await journal.keys(plan)).map(({ operationId }) => operationId);
}

/** The rows of two handles of one owner. */
async function twoHandles(backend: TestedBackend): Promise<readonly [BlobStore, BlobStore]> {
  return [(await backend.handle()).of("own"), (await backend.handle()).of("own")];
}

for (const [kind, open] of Object.entries(BACKENDS)) {
  const check = (name: string, run: (backend: TestedBackend) => Promise<void>): void => {
    Deno.test(`${kind}, rows: ${name}`, async () => {
      await using backend = await open();
      await run(backend);
    });
  };

  check("a lease is exclusive until released or expired", async (backend) => {
    const [{ leases: one }, { leases: other }] = await twoHandles(backend);
    assertEquals([await one.isHeldByOther("l"), await other.isHeldByOther("l")], [false, false]);
    assertEquals(await one.tryTake("l", TTL_MS), 1);
    assertEquals([await one.isHeldByOther("l"), await other.isHeldByOther("l")], [false, true]);
    assertEquals([await other.tryTake("l", TTL_MS), await one.tryTake("l", TTL_MS)], [null, null]);
    assertEquals(await other.tryTake("another", TTL_MS), 1);
    // Nobody else can give it back, nor under a token that is not its own.
    await other.release("l", 1);
    await one.release("l", 2);
    assertEquals(await other.tryTake("l", TTL_MS), null);
    await one.release("l", 1);
    assertEquals(await other.isHeldByOther("l"), false);
    assertEquals(await other.tryTake("l", TTL_MS), 2);
    assertEquals(await one.isHeldByOther("l"), true);
  });

  check(
    "a lease holds until it expires, or longer when renewed",
    async (backend) => {
      const [{ leases: one }, { leases: other }] = await twoHandles(backend);
      await one.tryTake("l", TTL_MS);
      backend.time.skip(TTL_MS - 1);
      assertEquals(await other.isHeldByOther("l"), true);
      assertEquals([
        await one.renew("l", 1, TTL_MS),
        await one.renew("l", 2, TTL_MS),
        await other.renew("l", 1, TTL_MS),
      ], [true, false, false]);
      backend.time.skip(TTL_MS - 1);
      assertEquals([await other.isHeldByOther("l"), await other.tryTake("l", TTL_MS)], [
        true,
        null,
      ]);
      backend.time.skip(1);
      assertEquals(await other.isHeldByOther("l"), false);
      assertEquals(await other.tryTake("l", TTL_MS), 2);
      assertEquals(await one.renew("l", 1, TTL_MS), false);
    },
  );

  check("a lease taken over is free once released", async (backend) => {
    const [{ leases: one }, { leases: other }] = await twoHandles(backend);
    // Nobody has had it: giving it back does nothing.
    await one.release("l", 1);
    await one.tryTake("l", TTL_MS);
    // It is paused longer than its lease.
    backend.time.skip(TTL_MS);
    assertEquals(await other.tryTake("l", TTL_MS), 2);
    await one.release("l", 1);
    assertEquals(await one.tryTake("l", TTL_MS), null);
    await other.release("l", 2);
    assertEquals(await one.tryTake("l", TTL_MS), 3);
  });

  check(
    "a write under a lost lease is rejected",
    async (backend) => {
      const [one, other] = await twoHandles(backend);
      const fence = { name: "l", token: 1 };
      // In SQLite a lease without a row was in the old file and not taken since.
      const untaken = kind === "postgres" ? "fenced" : "written";
      assertEquals(await one.journal.write("q", entryWrite("none", 0, { fence })), untaken);
      await one.leases.tryTake("l", TTL_MS);
      assertEquals(await other.journal.write("p", entryWrite("other", 0, { fence })), "fenced");
      assertEquals(await one.journal.write("p", entryWrite("held", 0, { fence })), "written");
      await one.leases.release("l", 1);
      assertEquals(await one.journal.write("p", entryWrite("given back", 1, { fence })), "fenced");
      // The same handle has taken it once more: its own older token will not do.
      await one.leases.tryTake("l", TTL_MS);
      assertEquals(await one.journal.write("p", entryWrite("again", 1, { fence })), "fenced");
      const next = { fence: { name: "l", token: 2 } };
      assertEquals(await one.journal.write("p", entryWrite("next", 1, next)), "written");
      assertEquals(await operationsIn(other), ["next", "held"]);
    },
  );

  check(
    "one of two writers based on the same contents wins and the other leaves no trace",
    async (backend) => {
      const [one, other] = await twoHandles(backend);
      assertEquals(await one.journal.contents("p"), { revision: 0, body: null });
      await one.journal.saveConfirmation({ name: "c", body: bytes(1), holdsMs: 10, keptMs: 10 });
      const spends = { name: "c", spentBy: "second" };
      assertEquals(await one.journal.write("p", entryWrite("first", 0)), "written");
      for (const revision of [0, 2]) {
        const write = entryWrite("second", revision, { spends });
        assertEquals(await other.journal.write("p", write), "overtaken");
      }
      assertEquals((await one.journal.findConfirmation("c"))?.isSpent, false);
      assertEquals(await operationsIn(one), ["first"]);
      assertEquals(await other.journal.contents("p"), { revision: 1, body: bytes(9, 0) });
      assertEquals(await other.journal.write("p", entryWrite("second", 1, { spends })), "written");
      // A code that is spent refuses all that was to be written with it.
      assertEquals(await one.journal.write("p", entryWrite("third", 2, { spends })), "refused");
      assertEquals(await operationsIn(one), ["second", "first"]);
      assertEquals((await one.journal.contents("p")).revision, 2);
      assertEquals((await one.journal.findConfirmation("c"))?.spentBy, "second");
    },
  );

  check(
    "entries are returned by id or all newest first, with their write counts",
    async (backend) => {
      const [{ journal }] = await twoHandles(backend);
      await journal.write("p", entryWrite("a", 0));
      await journal.write("p", entryWrite("b", 1));
      await journal.write("q", entryWrite("c", 0));
      await journal.write("p", entryWrite("a", 2));
      // Contents alone: no entry is written.
      const alone = { ...entryWrite("a", 3), entry: null };
      assertEquals(await journal.write("p", alone), "written");
      const a = { operationId: "a", at: 0, revision: 2, body: bytes(2) };
      const b = { operationId: "b", at: 1, revision: 1, body: bytes(1) };
      assertEquals(await journal.entries("p"), [b, a]);
      assertEquals(await journal.entries("p", ["a", "c", "unknown"]), [a]);
      assertEquals(await journal.entries("p", []), []);
      assertEquals(await journal.keys("p"), [{ operationId: "b", at: 1 }, {
        operationId: "a",
        at: 0,
      }]);
      assertEquals(await journal.keys("unknown"), []);
      assertEquals([
        await journal.countOthers([]),
        await journal.countOthers(["p"]),
        await journal.countOthers(["q", "unknown"]),
        await journal.countOthers(["p", "q"]),
      ], [3, 1, 2, 0]);
    },
  );

  check(
    "a confirmation is spent once before it expires and kept for a while afterwards",
    async (backend) => {
      const [{ journal }, other] = await twoHandles(backend);
      const save = (name: string): unknown =>
        journal.saveConfirmation({ name, body: bytes(1, 2), holdsMs: 1_000, keptMs: 5_000 });
      for (const name of ["spent", "late", "again"]) await save(name);
      assertEquals(await journal.findConfirmation("unknown"), null);
      assertEquals(await journal.findConfirmation("spent"), {
        name: "spent",
        body: bytes(1, 2),
        isExpired: false,
        isSpent: false,
        spentBy: null,
      });
      backend.time.skip(999);
      assertEquals(await journal.spend({ name: "spent", spentBy: "me" }), true);
      assertEquals(await other.journal.spend({ name: "spent", spentBy: "you" }), false);
      assertEquals(await journal.spend({ name: "unknown", spentBy: "me" }), false);
      const spent = await journal.findConfirmation("spent");
      assertEquals([spent?.isSpent, spent?.spentBy, spent?.isExpired], [true, "me", false]);
      backend.time.skip(1);
      assertEquals(await journal.spend({ name: "late", spentBy: "me" }), false);
      const late = await journal.findConfirmation("late");
      assertEquals([late?.isSpent, late?.spentBy, late?.isExpired], [false, null, true]);
      // The same name once more: it is as if it had never been.
      await save("spent");
      assertEquals(await journal.spend({ name: "spent", spentBy: "you" }), true);
      backend.time.skip(5_000);
      await save("new");
      assertEquals((await journal.findConfirmation("late"))?.isExpired, true);
      backend.time.skip(1);
      await save("newer");
      assertEquals(await journal.findConfirmation("late"), null);
      assertEquals((await journal.findConfirmation("spent"))?.spentBy, "you");
    },
  );

  check("only a writer with the latest request count can update it", async (backend) => {
    const [{ budget: one }, { budget: other }] = await twoHandles(backend);
    const empty = await one.read();
    assertEquals([empty.sent, empty.closedUntil, empty.now], [[], 0, backend.time.now()]);
    assertEquals(await one.write(empty.revision, { sent: [5, 6], closedUntil: 7 }), true);
    assertEquals(await other.write(empty.revision, { sent: [], closedUntil: 0 }), false);
    const seen = await other.read();
    assertEquals([seen.sent, seen.closedUntil], [[5, 6], 7]);
    assertEquals(await other.write(seen.revision, { sent: [8], closedUntil: 0 }), true);
    assertEquals(await one.write(seen.revision, { sent: [], closedUntil: 0 }), false);
    assertEquals((await one.read()).sent, [8]);
  });

  check("a poll returns touches, the lease, the time and what changed", async (backend) => {
    const [one, other] = await twoHandles(backend);
    const written = (name: string): CollectionWrite => ({
      seen: null,
      mark: { epoch: name, version: 1 },
      isWhole: true,
      state: bytes(1),
      deleted: null,
      parts: [{ name: "part", body: bytes(2) }],
    });
    for (const name of ["same", "moved"]) await one.copy.collections.write(name, written(name));
    await one.copy.touch("p");
    const seen = [
      { name: "same", mark: { epoch: "same", version: 1 } },
      { name: "moved", mark: { epoch: "moved", version: 0 } },
      { name: "unknown", mark: { epoch: "x", version: 1 } },
    ];
    const look = await other.look({ plan: "p", seen, lease: "l" });
    assertEquals([look.touches, look.isHeld, look.now], [1, false, backend.time.now()]);
    assertEquals(look.moved, [{
      name: "moved",
      mark: { epoch: "moved", version: 1 },
      isForgotten: false,
      isWhole: false,
      state: bytes(1),
      deleted: bytes(),
      parts: [{ name: "part", version: 1, body: bytes(2) }],
    }]);
    await one.leases.tryTake("l", TTL_MS);
    const looks = await Promise.all(
      [one, other].map((blobs) => blobs.look({ plan: "q", seen: [], lease: "l" })),
    );
    assertEquals(looks.map(({ touches, isHeld, moved }) => [touches, isHeld, moved]), [
      [0, false, []],
      [0, true, []],
    ]);
  });

  check("a writer with another epoch or version writes nothing", async (backend) => {
    const [one, other] = await twoHandles(backend);
    const epoch = "a".repeat(16);
    const write = (
      store: BlobStore,
      seen: CollectionWrite["seen"],
      value: number,
      size = 1,
    ): Promise<boolean> =>
      Promise.resolve(store.copy.collections.write("c", {
        seen,
        mark: { epoch: seen?.epoch ?? epoch, version: (seen?.version ?? 0) + 1 },
        isWhole: seen === null,
        state: bytes(value),
        deleted: null,
        parts: [{ name: "p", body: new Uint8Array(size).fill(value) }],
      }));
    assertEquals(await write(one, null, 1), true);
    for (const size of [1, 2_500_000]) {
      assertEquals(
        [
          await write(other, null, 2, size),
          await write(other, { epoch: "b".repeat(16), version: 1 }, 2, size),
          await write(other, { epoch, version: 2 }, 2, size),
        ],
        [false, false, false],
      );
    }
    const found = await other.copy.collections.find("c", null);
    assertEquals([found?.state, found?.parts.map(({ body }) => body)], [bytes(1), [bytes(1)]]);
    assertEquals(await write(other, { epoch, version: 1 }, 3), true);
  });

  check("month changes are compared row by row", async (backend) => {
    const [{ copy: { months } }, other] = await twoHandles(backend);
    const row = (name: string, change: Partial<MonthRow> = {}): MonthRow => ({
      ...{ name, knowledge: 5, readAt: 100, taggedDay: "day", body: bytes(1) },
      ...change,
    });
    for (const name of ["changed", "standing", "retagged"]) await months.save("p", row(name));
    await months.save("p", row("newer", { readAt: 101 }));
    await months.save("q", row("changed"));
    await months.note("p", {
      changed: ["changed", "newer", "unknown"],
      askedAt: 100,
      knowledge: 8,
      standing: [
        { name: "standing", from: "day", to: "next day" },
        { name: "retagged", from: "another day", to: "next day" },
        { name: "unknown", from: "day", to: "next day" },
      ],
    });
    const all = await other.copy.months.list("p");
    const kept = all.map(({ name, knowledge, readAt, taggedDay }) => [
      ...[name, knowledge, readAt, taggedDay],
    ]);
    assertEquals(kept.toSorted(), [
      ["newer", 5, 101, "day"],
      ["retagged", 5, 100, "day"],
      ["standing", 8, 100, "next day"],
    ]);
    assertEquals((await months.list("q")).length, 1);
    assertEquals(
      await months.find({ plan: "p", name: "newer" }, 100),
      row("newer", {
        readAt: 101,
      }),
    );
    assertEquals(await months.find({ plan: "p", name: "newer" }, 101), null);
    assertEquals(await months.find({ plan: "q", name: "newer" }, 0), null);
  });

  check("closing twice is harmless", async (backend) => {
    const handle = await backend.handle();
    await handle.of("own").copy.touch("p");
    await handle.close();
    await handle.close();
  });
}
