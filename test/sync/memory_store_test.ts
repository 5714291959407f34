import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createMemoryStore } from "../../sync/memory_store.ts";
import { RecordTable } from "../../sync/record_table.ts";
import type { CollectionState, StoredMonth } from "../../sync/store.ts";
import { aMonth, aPlan } from "../_builders.ts";

const state: CollectionState = {
  knowledge: 5,
  readAt: 1_000,
  fullReadAt: 1_000,
  utcDay: "2024-03-10",
};

/** A month as it is kept. */
function aStoredMonth(month: string, note = "first"): StoredMonth {
  return {
    detail: aMonth({ month, note }),
    knowledge: 5,
    readAt: 1_000,
    utcDay: "2024-03-10",
    goneIds: [],
  };
}

Deno.test("loadPlans() gives null before any were saved, then the last ones", async () => {
  const store = createMemoryStore();
  assertEquals(await store.loadPlans(), null);
  await store.savePlans({ plans: [aPlan()], readAt: 1 });
  const last = { plans: [aPlan()], readAt: 2 };
  await store.savePlans(last);
  assertEquals(await store.loadPlans(), last);
});

Deno.test("loadCollection() gives null for what was never saved", async () => {
  const store = createMemoryStore();
  await store.applyChange("p", "accounts", {
    isWhole: true,
    state,
    records: [],
    deletedKeys: [],
  });
  assertEquals(await store.loadCollection("p", "transactions"), null);
  assertEquals(await store.loadCollection("q", "accounts"), null);
});

Deno.test("applyChange() takes the state of the last read", async () => {
  const store = createMemoryStore();
  const change = { isWhole: false, records: [], deletedKeys: [] };
  await store.applyChange("p", "accounts", { ...change, state });
  const later = { ...state, knowledge: 6, readAt: 2_000 };
  await store.applyChange("p", "accounts", { ...change, state: later });
  assertEquals((await store.loadCollection("p", "accounts"))?.state, later);
});

Deno.test("loadCollection() gives what no later change can reach", async () => {
  const store = createMemoryStore();
  const change = { isWhole: true, state, deletedKeys: [] };
  await store.applyChange("p", "accounts", { ...change, records: [{ key: "a", record: 1 }] });
  const before = await store.loadCollection("p", "accounts");
  await store.applyChange("p", "accounts", { ...change, records: [] });
  assertEquals(before?.records, [{ key: "a", record: 1 }]);
  assertEquals(before?.deletedKeys, []);
});

Deno.test("saveMonth() replaces the month that it names", async () => {
  const store = createMemoryStore();
  await store.saveMonth("p", aStoredMonth("2024-02-01"));
  await store.saveMonth("p", aStoredMonth("2024-03-01"));
  await store.saveMonth("p", aStoredMonth("2024-02-01", "second"));
  assertEquals(
    (await store.loadMonths("p")).map(({ detail }) => [detail.month, detail.note]),
    [["2024-02-01", "second"], ["2024-03-01", "first"]],
  );
});

Deno.test("clearMonths() forgets the months of one plan only", async () => {
  const store = createMemoryStore();
  await store.saveMonth("p", aStoredMonth("2024-03-01"));
  await store.saveMonth("q", aStoredMonth("2024-03-01"));
  await store.clearMonths("p");
  assertEquals(await store.loadMonths("p"), []);
  assertEquals((await store.loadMonths("q")).length, 1);
});

Deno.test("the ledger counts requests", async () => {
  const { ledger } = createMemoryStore();
  const take = { now: 5_000, windowMs: 1_000, limit: 1 };
  assertEquals(await ledger.tryTake(take), { ok: true });
  assertEquals(await ledger.tryTake(take), { ok: false, freeAt: 6_000 });
});

const someRows = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom("a", "b", "c", "d"),
    record: fc.integer(),
    isDeleted: fc.boolean(),
  }),
  { selector: ({ key }) => key },
);

Deno.test("applyChange() after any sequence of reads keeps what the table holds", async () => {
  const someReads = fc.array(fc.record({ isWhole: fc.boolean(), rows: someRows }));
  await fc.assert(fc.asyncProperty(someReads, async (reads) => {
    const store = createMemoryStore();
    const table = new RecordTable<number>();
    for (const { isWhole, rows } of reads) {
      const change = isWhole ? table.replaceAll(rows) : table.merge(rows);
      await store.applyChange("p", "accounts", { ...change, isWhole, state });
    }
    const kept = await store.loadCollection("p", "accounts");
    assertEquals(kept?.records.map(({ record }) => record) ?? [], [...table.live]);
    assertEquals([...kept?.deletedKeys ?? []].sort(), [...table.deletedKeys].sort());
  }));
});
