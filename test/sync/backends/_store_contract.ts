import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type CollectionMark,
  collectionNames,
  type CollectionOf,
  type Store,
  type StoredMonth,
} from "../../../sync/store/store.ts";
import { aMonth, aPlan } from "../../_builders.ts";
import { aChange, aPart, textsIn } from "../_sqlite_store.ts";
import type { TestedBackend } from "./_backends.ts";
import { runs } from "../../_runs.ts";

const HOUR_MS = 3_600_000;
const accounts: CollectionOf = { planId: "p", name: "accounts" };

function aStoredMonth(month: string, change: Partial<StoredMonth> = {}): StoredMonth {
  const detail = aMonth({ month });
  return { detail, knowledge: 5, readAt: 1_000, utcDay: "2024-03-10", ...change };
}

export function testStore(kind: string, open: () => Promise<TestedBackend>): void {
  const check = (
    name: string,
    run: (store: Store, backend: TestedBackend) => Promise<void>,
  ): void => {
    Deno.test(`${kind}: ${name}`, async () => {
      await using backend = await open();
      const { store } = await backend.connect();
      await run(store, backend);
    });
  };

  check("loadPlans() returns null before the first save, then the last plans", async (store) => {
    assertEquals(await store.loadPlans(), null);
    await store.savePlans({ plans: [aPlan()], readAt: 1 });
    const last = { plans: [aPlan()], readAt: 2 };
    await store.savePlans(last);
    assertEquals(await store.loadPlans(), last);
  });

  check("loadCollection() returns null for a collection that was never stored", async (store) => {
    await store.applyChange(accounts, aChange({}));
    assertEquals(await store.loadCollection({ planId: "p", name: "transactions" }, null), null);
    assertEquals(await store.loadCollection({ planId: "q", name: "accounts" }, null), null);
  });

  check("loadCollection() returns nothing new since the latest mark", async (store) => {
    const mark = await store.applyChange(accounts, aChange());
    const kept = await store.loadCollection(accounts, mark);
    assertEquals([kept?.isWhole, kept?.parts], [false, []]);
  });

  check("applyChange() keeps chunks that a change omits", async (store) => {
    const parts = [aPart("x"), aPart("y")];
    const mark = await store.applyChange(accounts, aChange({ parts }));
    const state = { ...aChange().state, knowledge: 6 };
    const change = { mark, state, isWhole: false, parts: [aPart("y", null), aPart("w")] };
    const later = await store.applyChange(accounts, change);
    const kept = await store.loadCollection(accounts, null);
    assertEquals([kept?.mark, kept?.state, kept?.isWhole], [later, state, true]);
    assertEquals(textsIn(kept), [["w", "records"], ["x", "records"]]);
  });

  check("applyChange() rejects a change from an outdated mark", async (store) => {
    const first = await store.applyChange(accounts, aChange());
    const second = await store.applyChange(accounts, aChange({ mark: first, parts: [] }));
    assertEquals(await store.applyChange(accounts, aChange({ mark: first })), null);
    assertEquals(await store.applyChange(accounts, aChange({ mark: null })), null);
    const kept = await store.loadCollection(accounts, null);
    assertEquals([kept?.mark, kept?.parts], [second, []]);
  });

  check("loadCollection() since any mark brings a reader up to date", async (store) => {
    const somePart = fc.record({
      name: fc.constantFrom("x", "y", "z"),
      text: fc.constantFrom("a", "b", null),
    });
    const someChange = fc.record({
      isWhole: fc.boolean(),
      parts: fc.uniqueArray(somePart, { selector: ({ name }) => name }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(someChange, { maxLength: 6 }), fc.nat(6), async (changes, from) => {
        const of = { ...accounts, planId: crypto.randomUUID() };
        let mark: CollectionMark | null = null;
        let seen: CollectionMark | null = null;
        let reader = new Map<string, string | null>();
        const whole = new Map<string, string | null>();
        for (const [at, { isWhole, parts: given }] of changes.entries()) {
          if (isWhole) whole.clear();
          for (const { name, text } of given) whole.set(name, text);
          const parts = given.map(({ name, text }) => aPart(name, text));
          mark = await store.applyChange(
            of,
            aChange({ mark, isWhole: isWhole || mark === null, parts }),
          );
          if (at === from) {
            seen = mark;
            reader = new Map(whole);
          }
        }
        const found = await store.loadCollection(of, seen);
        if (found === null) return assertEquals(changes, []);
        if (found.isWhole) reader.clear();
        for (const [part, text] of textsIn(found) ?? []) reader.set(part, text);
        const live = (parts: ReadonlyMap<string, string | null>): unknown =>
          new Map([...parts].filter(([, text]) => text !== null));
        assertEquals(live(reader), live(whole));
      }),
      runs(20),
    );
  });

  check("loadMonth() returns a month read after the given time", async (store) => {
    const march = aStoredMonth("2024-03-01");
    await store.saveMonth("p", march);
    const of = { planId: "p", month: "2024-03-01" };
    assertEquals(await store.loadMonth(of, 999), march);
    assertEquals(await store.loadMonth(of, 1_000), null);
    assertEquals(await store.loadMonth({ ...of, month: "2024-02-01" }, -1), null);
    assertEquals(await store.loadMonth({ ...of, planId: "q" }, -1), null);
  });

  check("saveMonth() replaces only the given month", async (store) => {
    await store.saveMonth("p", aStoredMonth("2024-03-01"));
    const later = aStoredMonth("2024-03-01", { knowledge: null, readAt: 2_000 });
    await store.saveMonth("p", later);
    assertEquals(await store.loadMonth({ planId: "p", month: "2024-03-01" }, -1), later);
  });

  check(
    "deleteMonths() deletes only the given months, unless they were read later",
    async (store) => {
      const months = ["2024-01-01", "2024-02-01", "2024-03-01"];
      for (const month of months.slice(0, 2)) await store.saveMonth("p", aStoredMonth(month));
      await store.saveMonth("p", aStoredMonth("2024-03-01", { readAt: 1_501 }));
      await store.saveMonth("q", aStoredMonth("2024-02-01"));
      await store.deleteMonths("p", months.slice(1), 1_500);
      const left = await Promise.all(
        months.map((month) => store.loadMonth({ planId: "p", month }, -1)),
      );
      assertEquals(left.map((one) => one?.readAt), [1_000, undefined, 1_501]);
      assert(await store.loadMonth({ planId: "q", month: "2024-02-01" }, -1) !== null);
    },
  );

  check(
    "forgetPlan() deletes one plan except its ids, and invalidates its writers' marks",
    async (store) => {
      const mark = await store.applyChange(accounts, aChange());
      await store.saveMonth("p", aStoredMonth("2024-03-01"));
      await store.saveMonth("q", aStoredMonth("2024-03-01"));
      await store.forgetPlan("p");
      const forgotten = await store.loadCollection(accounts, mark);
      assertEquals([forgotten?.isForgotten, forgotten?.isWhole], [true, true]);
      assertEquals(textsIn(forgotten), [["all", "records"]]);
      assertEquals(await store.loadMonth({ planId: "p", month: "2024-03-01" }, -1), null);
      assert(await store.loadMonth({ planId: "q", month: "2024-03-01" }, -1) !== null);
      assertEquals(await store.applyChange(accounts, aChange({ mark })), null);
      const rewritten = await store.applyChange(
        accounts,
        aChange({ mark: forgotten?.mark ?? null }),
      );
      assert(rewritten !== null && rewritten.epoch !== mark?.epoch);
      assertEquals((await store.loadCollection(accounts, null))?.isForgotten, false);
    },
  );

  check("forgetPlan() deletes every collection of the plan", async (store) => {
    for (const name of collectionNames) {
      for (const planId of ["p", "q"]) await store.applyChange({ planId, name }, aChange());
    }
    await store.forgetPlan("p");
    for (const name of collectionNames) {
      const [forgotten, other] = await Promise.all(
        ["p", "q"].map((planId) => store.loadCollection({ planId, name }, null)),
      );
      assertEquals([name, forgotten?.isForgotten, other?.isForgotten], [name, true, false]);
    }
  });

  check("poll() returns only what changed since the marks", async (store) => {
    const months: CollectionOf = { planId: "p", name: "months" };
    const mark = await store.applyChange(accounts, aChange({ parts: [aPart("x", "a")] }));
    const other = await store.applyChange(months, aChange({ parts: [aPart("y", "b")] }));
    const seen = { accounts: mark, months: other };
    assertEquals((await store.poll("p", seen)).moved, []);
    assertEquals((await store.poll("p", { accounts: null })).moved, []);
    await store.applyChange(accounts, aChange({ mark, isWhole: false, parts: [aPart("z", "c")] }));
    const { moved } = await store.poll("p", seen);
    assertEquals(moved.map((one) => [one.name, one.isWhole, textsIn(one)]), [
      ["accounts", false, [["z", "c"]]],
    ]);
  });

  check("the ledger ignores entries from a clock that ran ahead", async ({ ledger }, { time }) => {
    const now = time.now();
    await time.pass(3 * HOUR_MS);
    assertEquals(await ledger.tryTake(1), null);
    await ledger.close(HOUR_MS);
    time.setBack(now);
    assertEquals(await ledger.use(), { used: 0, closedForMs: 0 });
    assertEquals(await ledger.tryTake(1), null);
    await ledger.close(800);
    await time.pass(700);
    assertEquals(await ledger.use(), { used: 1, closedForMs: 100 });
    assertEquals(await ledger.tryTake(9), { freeInMs: 100, isClosed: true });
    await time.pass(100);
    assertEquals(await ledger.tryTake(1), { freeInMs: HOUR_MS - 800, isClosed: false });
  });

  check("the ledger counts requests for an hour and keeps a pause", async (store, { time }) => {
    const { ledger } = store;
    assertEquals(await ledger.tryTake(2), null);
    await time.pass(400);
    assertEquals(await ledger.tryTake(2), null);
    await time.pass(HOUR_MS - 500);
    assertEquals(await ledger.tryTake(2), { freeInMs: 100, isClosed: false });
    assertEquals(await ledger.use(), { used: 2, closedForMs: 0 });
    await time.pass(100);
    assertEquals(await ledger.tryTake(2), null);
    await time.pass(HOUR_MS);
    await ledger.close(500);
    await ledger.close(100);
    await time.pass(499);
    assertEquals(await ledger.tryTake(2), { freeInMs: 1, isClosed: true });
    await time.pass(1);
    assertEquals(await ledger.tryTake(2), null);
    await ledger.close(99.5);
    assertEquals((await ledger.use()).closedForMs, 100);
  });
}
