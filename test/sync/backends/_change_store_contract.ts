import { assertEquals, assertRejects } from "@std/assert";
import {
  type ChangeStore,
  DECLINED,
  EXPIRED_STORAGE_MS,
  type NewConfirmation,
  type StoredEntry,
} from "../../../sync/store/change_records.ts";
import type { TestedBackend } from "./_backends.ts";
import type { VirtualTime } from "./_virtual_time.ts";

const HOLDS_MS = 1_000;

function aConfirmation(code = "code"): NewConfirmation {
  return { code, planId: "p", body: "body" };
}

/** A journal entry for the plan "p". */
function anEntry(operationId: string, change: Partial<StoredEntry> = {}): StoredEntry {
  return { operationId, planId: "p", at: 1, body: "begun", ...change };
}

export function testChangeStore(kind: string, open: () => Promise<TestedBackend>): void {
  const check = (
    name: string,
    run: (store: ChangeStore, time: VirtualTime) => Promise<void>,
  ): void => {
    Deno.test(`${kind}: ${name}`, async () => {
      await using backend = await open();
      const { store } = await backend.connect();
      await run(store.changes, backend.time);
    });
  };

  check("findConfirmation() returns what was saved under the code, or null", async (store) => {
    await store.saveConfirmation(aConfirmation(), HOLDS_MS);
    assertEquals(await store.findConfirmation("code"), {
      ...aConfirmation(),
      isExpired: false,
      isSpent: false,
      spentBy: null,
    });
    assertEquals(await store.findConfirmation("other"), null);
  });

  check("saveConfirmation() deletes confirmations that expired a day ago", async (store, time) => {
    await store.saveConfirmation(aConfirmation(), HOLDS_MS);
    await time.pass(HOLDS_MS + EXPIRED_STORAGE_MS);
    await store.saveConfirmation(aConfirmation("next"), HOLDS_MS);
    assertEquals((await store.findConfirmation("code"))?.isExpired, true);
    await time.pass(1);
    await store.saveConfirmation(aConfirmation("last"), HOLDS_MS);
    assertEquals(await store.findConfirmation("code"), null);
  });

  check("spendConfirmation() spends a code only once", async (store) => {
    await store.saveConfirmation(aConfirmation(), HOLDS_MS);
    assertEquals(await store.spendConfirmation("code"), true);
    assertEquals(await store.spendConfirmation("code"), false);
    const { isSpent, spentBy } = await store.findConfirmation("code") ?? {};
    assertEquals([isSpent, spentBy], [true, DECLINED]);
  });

  check(
    "spendConfirmation() rejects unknown and expired codes",
    async (store, time) => {
      for (const code of ["early", "late"]) {
        await store.saveConfirmation(aConfirmation(code), HOLDS_MS);
      }
      assertEquals(await store.spendConfirmation("other"), false);
      await time.pass(HOLDS_MS - 1);
      assertEquals(await store.spendConfirmation("early"), true);
      await time.pass(1);
      assertEquals(await store.spendConfirmation("late"), false);
      const { isSpent, isExpired } = await store.findConfirmation("late") ?? {};
      assertEquals([isSpent, isExpired], [false, true]);
      assertEquals(await store.begin({ code: "late", entry: anEntry("one") }), false);
    },
  );

  check("begin() spends the code and writes the entry atomically", async (store) => {
    await store.saveConfirmation(aConfirmation(), HOLDS_MS);
    assertEquals(await store.begin({ code: "code", entry: anEntry("one") }), true);
    const { isSpent, spentBy } = await store.findConfirmation("code") ?? {};
    assertEquals([isSpent, spentBy], [true, "one"]);
    assertEquals(await store.entries("p"), [anEntry("one")]);
  });

  check("countOthers() counts entries of all other plans", async (store) => {
    assertEquals(await store.countOthers([]), 0);
    await store.begin({ code: null, entry: anEntry("one") });
    await store.begin({ code: null, entry: { ...anEntry("two"), planId: "other" } });
    await store.saveEntry(anEntry("one"));
    assertEquals(await Promise.all([[], ["p"], ["other"], ["p", "other"]].map(store.countOthers)), [
      2,
      1,
      1,
      0,
    ]);
  });

  check("entries() returns one plan's entries newest first", async (store) => {
    for (const id of ["one", "two"]) await store.begin({ code: null, entry: anEntry(id) });
    await store.begin({ code: null, entry: anEntry("other", { planId: "q" }) });
    assertEquals((await store.entries("p")).map(({ operationId }) => operationId), ["two", "one"]);
    assertEquals(await store.entries("unknown"), []);
  });

  check("openEntries() returns entries that aren't closed, newest first", async (store) => {
    for (const id of ["one", "two", "three"]) {
      await store.begin({ code: null, entry: anEntry(id) });
    }
    await store.saveEntry(anEntry("two", { body: "done" }), true);
    await store.begin({ code: null, entry: anEntry("other", { planId: "q" }) });
    assertEquals(await store.openEntries("p"), [anEntry("three"), anEntry("one")]);
    assertEquals((await store.entries("p")).length, 3);
    assertEquals(await store.openEntries("unknown"), []);
  });

  check("openEntries() returns a reopened entry", async (store) => {
    await store.saveEntry(anEntry("one"), true);
    await store.saveEntry(anEntry("one"));
    assertEquals(await store.openEntries("p"), [anEntry("one")]);
  });

  check("saveEntry() replaces an entry without moving it", async (store) => {
    for (const id of ["one", "two", "three"]) {
      await store.begin({ code: null, entry: anEntry(id) });
    }
    for (const id of ["three", "one"]) await store.saveEntry(anEntry(id, { body: "done" }));
    assertEquals(
      (await store.entries("p")).map(({ operationId, body }) => [operationId, body]),
      [["three", "done"], ["two", "begun"], ["one", "done"]],
    );
  });

  check("withPlanLock() runs tasks one at a time, even if they fail", async (store) => {
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = store.withPlanLock("p", async () => {
      await gate.promise;
      order.push("first");
      throw new Error("failed");
    });
    const second = store.withPlanLock("p", () => Promise.resolve(order.push("second")));
    await new Promise((resolve) => setTimeout(resolve, 0));
    assertEquals(order, []);
    gate.resolve();
    await assertRejects(() => first, Error, "failed");
    await second;
    assertEquals(order, ["first", "second"]);
  });

  check("withPlanLock() doesn't block other plans", async (store) => {
    const gate = Promise.withResolvers<void>();
    const held = store.withPlanLock("p", () => gate.promise);
    assertEquals(await store.withPlanLock("q", () => Promise.resolve("free")), "free");
    gate.resolve();
    await held;
  });
}
