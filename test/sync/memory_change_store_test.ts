import { assertEquals, assertRejects } from "@std/assert";
import {
  MOST_ENTRIES,
  type StoredConfirmation,
  type StoredEntry,
} from "../../sync/change_records.ts";
import { createMemoryChangeStore } from "../../sync/memory_change_store.ts";
import { settle } from "./_copy.ts";

/** A confirmation that expires at 1000. */
function aConfirmation(change: Partial<StoredConfirmation> = {}): StoredConfirmation {
  return { code: "code", planId: "p", body: "body", expiresAt: 1_000, spentAt: null, ...change };
}

/** A journal entry of the plan "p". */
function anEntry(operationId: string, change: Partial<StoredEntry> = {}): StoredEntry {
  return { operationId, planId: "p", at: 1, body: "begun", ...change };
}

Deno.test("findConfirmation() gives what was saved under its code, else null", async () => {
  const store = createMemoryChangeStore();
  await store.saveConfirmation(aConfirmation());
  assertEquals(await store.findConfirmation("code"), aConfirmation());
  assertEquals(await store.findConfirmation("other"), null);
});

Deno.test("spendConfirmation() spends a code once", async () => {
  const store = createMemoryChangeStore();
  await store.saveConfirmation(aConfirmation());
  assertEquals(await store.spendConfirmation("code", 500), true);
  assertEquals(await store.spendConfirmation("code", 500), false);
  assertEquals((await store.findConfirmation("code"))?.spentAt, 500);
});

Deno.test("spendConfirmation() refuses an unknown code and one that has expired", async () => {
  const store = createMemoryChangeStore();
  await store.saveConfirmation(aConfirmation());
  assertEquals(await store.spendConfirmation("other", 500), false);
  assertEquals(await store.spendConfirmation("code", 1_000), false);
  assertEquals((await store.findConfirmation("code"))?.spentAt, null);
  assertEquals(await store.spendConfirmation("code", 999), true);
});

Deno.test("begin() spends the code and writes the entry together", async () => {
  const store = createMemoryChangeStore();
  await store.saveConfirmation(aConfirmation());
  assertEquals(await store.begin({ code: "code", entry: anEntry("one"), now: 500 }), true);
  assertEquals((await store.findConfirmation("code"))?.spentAt, 500);
  assertEquals(await store.entries("p"), [anEntry("one")]);
});

Deno.test("begin() writes nothing when somebody was first", async () => {
  const store = createMemoryChangeStore();
  await store.saveConfirmation(aConfirmation({ spentAt: 400 }));
  assertEquals(await store.begin({ code: "code", entry: anEntry("one"), now: 500 }), false);
  assertEquals(await store.entries("p"), []);
});

Deno.test("begin() needs no code for changes without a confirmation", async () => {
  const store = createMemoryChangeStore();
  assertEquals(await store.begin({ code: null, entry: anEntry("one"), now: 500 }), true);
  assertEquals(await store.entries("p"), [anEntry("one")]);
});

Deno.test("entries() gives the newest first, of one plan only", async () => {
  const store = createMemoryChangeStore();
  for (const id of ["one", "two"]) await store.begin({ code: null, entry: anEntry(id), now: 1 });
  await store.begin({ code: null, entry: anEntry("other", { planId: "q" }), now: 1 });
  assertEquals((await store.entries("p")).map(({ operationId }) => operationId), ["two", "one"]);
  assertEquals(await store.entries("unknown"), []);
});

Deno.test("saveEntry() replaces an entry in its place", async () => {
  const store = createMemoryChangeStore();
  for (const id of ["one", "two", "three"]) {
    await store.begin({ code: null, entry: anEntry(id), now: 1 });
  }
  for (const id of ["three", "one"]) await store.saveEntry(anEntry(id, { body: "done" }));
  assertEquals(
    (await store.entries("p")).map(({ operationId, body }) => [operationId, body]),
    [["three", "done"], ["two", "begun"], ["one", "done"]],
  );
});

Deno.test("saveEntry() keeps the newest entries and forgets the oldest", async () => {
  const store = createMemoryChangeStore();
  for (let at = 0; at <= MOST_ENTRIES; at++) await store.saveEntry(anEntry(`${at}`));
  const ids = (await store.entries("p")).map(({ operationId }) => operationId);
  assertEquals([ids.length, ids[0], ids.at(-1)], [MOST_ENTRIES, `${MOST_ENTRIES}`, "1"]);
});

Deno.test("withPlanLock() runs one thing after another, whether they fail or not", async () => {
  const store = createMemoryChangeStore();
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = store.withPlanLock("p", async () => {
    await gate.promise;
    order.push("first");
    throw new Error("failed");
  });
  const second = store.withPlanLock("p", () => Promise.resolve(order.push("second")));
  await settle();
  assertEquals(order, []);
  gate.resolve();
  await assertRejects(() => first, Error, "failed");
  await second;
  assertEquals(order, ["first", "second"]);
});

Deno.test("withPlanLock() holds up no other plan", async () => {
  const store = createMemoryChangeStore();
  const gate = Promise.withResolvers<void>();
  const held = store.withPlanLock("p", () => gate.promise);
  assertEquals(await store.withPlanLock("q", () => Promise.resolve("free")), "free");
  gate.resolve();
  await held;
});
