import { assertEquals } from "@std/assert";
import { CallsUnderWay } from "../../sync/calls_under_way.ts";
import { CollectionWriter } from "../../sync/collection_writer.ts";
import type { CollectionChange } from "../../sync/store.ts";

Deno.test("note() has the parts that were noted asked for once, and no others", async () => {
  const applied: CollectionChange[] = [];
  const asked: (readonly string[] | "all")[] = [];
  const keeper = new CollectionWriter({
    of: { planId: "p", name: "transactions" },
    store: {
      loadCollection: () => Promise.resolve(null),
      applyChange: (_, change) => {
        applied.push(change);
        return Promise.resolve({ epoch: "e", version: applied.length });
      },
    },
    size: () => 3,
    source: () => ({
      state: { knowledge: 1, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" },
      parts: (names) => {
        asked.push(names === "all" ? names : [...names]);
        const wanted = names === "all" ? ["0", "1", "2"] : [...names];
        return wanted.map((part) => ({ part, keys: [part], records: [Number(part)] }));
      },
      deletedKeys: new Set(),
    }),
    calls: new CallsUnderWay(),
    onMoved: () => "replaced",
    onFailure: (error) => {
      throw error;
    },
  });
  keeper.note("all", false);
  await keeper.written();
  keeper.note(["0"], false);
  keeper.note(["2"], false);
  await keeper.written();
  assertEquals(asked, ["all", ["0", "2"]]);
  assertEquals(applied.map(({ parts }) => parts.map(({ part }) => part)), [["0", "1", "2"], [
    "0",
    "2",
  ]]);
  assertEquals(applied.map(({ isWhole }) => isWhole), [true, false]);
});

Deno.test("note() of a large collection is written behind the answer, at once where it is waited for", async () => {
  const applied: CollectionChange[] = [];
  const keeper = new CollectionWriter({
    of: { planId: "p", name: "transactions" },
    store: {
      loadCollection: () => Promise.resolve(null),
      applyChange: (_, change) => {
        applied.push(change);
        return Promise.resolve({ epoch: "e", version: applied.length });
      },
    },
    size: () => 100_000,
    source: () => ({
      state: { knowledge: 1, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" },
      parts: () => [],
      deletedKeys: new Set(),
    }),
    calls: new CallsUnderWay(),
    onMoved: () => "replaced",
    onFailure: (error) => {
      throw error;
    },
  });
  keeper.note("all", false);
  await Promise.resolve();
  await Promise.resolve();
  assertEquals(applied.length, 0);
  keeper.note(["0"], false);
  await keeper.written();
  assertEquals(applied.length, 1);
});

Deno.test("what is noted during a call is written after it, unless it is waited for", async () => {
  for (const isWaitedFor of [false, true]) {
    const applied: CollectionChange[] = [];
    const calls = new CallsUnderWay();
    const keeper = new CollectionWriter({
      of: { planId: "p", name: "accounts" },
      store: {
        loadCollection: () => Promise.resolve(null),
        applyChange: (_, change) => {
          applied.push(change);
          return Promise.resolve({ epoch: "e", version: applied.length });
        },
      },
      size: () => 3,
      source: () => ({
        state: { knowledge: 1, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" },
        parts: () => [],
        deletedKeys: new Set(),
      }),
      calls,
      onMoved: () => "replaced",
      onFailure: (error) => {
        throw error;
      },
    });
    await calls.during(async () => {
      keeper.note("all", false);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      assertEquals(applied.length, 0);
      if (isWaitedFor) await keeper.written();
      assertEquals(applied.length, isWaitedFor ? 1 : 0);
    });
    await keeper.writtenBehind();
    assertEquals(applied.length, 1);
  }
});
