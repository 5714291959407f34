import { assertEquals } from "@std/assert";
import { createMemoryStore } from "../../../sync/store/memory_store.ts";
import { aMonth, aMonthSummary } from "../../_builders.ts";
import { aCopy, DAY_MS, MAX_AGE_MS, settle, type TestCopy } from "../_copy.ts";
import type { FakeClient } from "../_fake_client.ts";

const MARCH = "2024-03-01";
const FEBRUARY = "2024-02-01";

/** Scripts the next response for a month. */
function month(upstream: FakeClient, note: string, first = MARCH): void {
  upstream.answer("getPlanMonth", { month: aMonth({ month: first, note }) });
}

/** Scripts the next response for accounts, with only a server knowledge. */
function knowledge(upstream: FakeClient, known: number): void {
  upstream.answer("getAccounts", { accounts: [], server_knowledge: known });
}

/** Scripts the next response for the list of months. */
function monthList(upstream: FakeClient, known: number, ...named: readonly string[]): void {
  upstream.answer("getPlanMonths", {
    months: named.map((first) => aMonthSummary({ month: first })),
    server_knowledge: known,
  });
}

/** A cache that read March at server knowledge 5. */
async function afterMarch(): Promise<TestCopy> {
  const test = aCopy();
  knowledge(test.upstream, 5);
  await test.plan.accounts();
  month(test.upstream, "first");
  await test.plan.month(MARCH);
  return test;
}

/** A cache that read the list of months, February and March at server knowledge 5. */
async function afterMonthList(): Promise<TestCopy> {
  const test = aCopy();
  monthList(test.upstream, 5, FEBRUARY, MARCH);
  await test.plan.monthSummaries();
  month(test.upstream, "first", FEBRUARY);
  month(test.upstream, "first", MARCH);
  await test.plan.month(FEBRUARY);
  await test.plan.month(MARCH);
  return test;
}

Deno.test("read() reuses a month while a delta shows that the plan is unchanged", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 5);
  await plan.accounts();
  clock.advance(MAX_AGE_MS - 1);
  assertEquals((await plan.month(MARCH)).note, "first");
  assertEquals(upstream.asked("getPlanMonth").length, 1);
});

Deno.test("read() requests a month again if a delta shows that the plan changed", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 6);
  await plan.accounts();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() tags a month with the server knowledge before its request, not after", async () => {
  const { upstream, clock, plan } = aCopy();
  knowledge(upstream, 5);
  await plan.accounts();
  const held = upstream.hold("getPlanMonth");
  const reading = plan.month(MARCH);
  await settle();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 6);
  await plan.accounts();
  held.give({ month: aMonth({ note: "read before the edit" }) });
  await reading;
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() doesn't validate a month that was read before any server knowledge was known", async () => {
  const { upstream, clock, plan } = aCopy();
  month(upstream, "first");
  await plan.month(MARCH);
  knowledge(upstream, 5);
  await plan.accounts();
  clock.advance(MAX_AGE_MS - 1);
  knowledge(upstream, 5);
  await plan.accounts({ isFreshOnly: true });
  clock.advance(1);
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() doesn't validate a month with the 0 that an absent list of schedules returns", async () => {
  const { upstream, clock, plan } = aCopy();
  const noSchedules = { scheduled_transactions: [], server_knowledge: 0 };
  upstream.answer("getScheduledTransactions", noSchedules);
  await plan.scheduledTransactions();
  month(upstream, "first");
  await plan.month(MARCH);
  clock.advance(MAX_AGE_MS);
  upstream.answer("getScheduledTransactions", noSchedules);
  await plan.scheduledTransactions();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() requests a month again on another UTC day even if nothing changed", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(DAY_MS / 2);
  knowledge(upstream, 5);
  await plan.accounts();
  month(upstream, "next day");
  assertEquals((await plan.month(MARCH)).note, "next day");
});

Deno.test("read() reuses a month that the months-list delta omits", async () => {
  const { upstream, clock, plan } = await afterMonthList();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 8, MARCH);
  await plan.monthSummaries();
  assertEquals((await plan.month(FEBRUARY)).note, "first");
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 8);
  await plan.accounts();
  assertEquals((await plan.month(FEBRUARY)).note, "first");
});

Deno.test("read() requests a month again if the months-list delta contains it", async () => {
  const { upstream, clock, plan } = await afterMonthList();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 8, MARCH);
  await plan.monthSummaries();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() requests a fresh month again if a delta contains it", async () => {
  const { upstream, plan } = await afterMonthList();
  monthList(upstream, 8, MARCH);
  await plan.monthSummaries({ isFreshOnly: true });
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
  assertEquals((await plan.month(FEBRUARY)).note, "first");
});

Deno.test("read() keeps a month that was requested after the delta that contains it", async () => {
  const { upstream, plan } = await afterMonthList();
  const held = upstream.hold("getPlanMonths");
  const listing = plan.monthSummaries({ isFreshOnly: true });
  await settle();
  month(upstream, "second");
  await plan.month(MARCH, { isFreshOnly: true });
  held.give({ months: [aMonthSummary({ month: MARCH })], server_knowledge: 8 });
  await listing;
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() requests a month again if it was tagged before the delta", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 7, MARCH);
  await plan.monthSummaries();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 8, FEBRUARY);
  await plan.monthSummaries();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() requests a month again after a full read of the months list", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 8);
  await plan.monthSummaries();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() discards every month if the server knowledge goes back", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  month(upstream, "second");
  await plan.month(MARCH);
  knowledge(upstream, 3);
  knowledge(upstream, 3);
  await plan.accounts({ isFreshOnly: true });
  month(upstream, "restored");
  assertEquals((await plan.month(MARCH)).note, "restored");
});

Deno.test("read() requests a fresh month again after our own write", async () => {
  const { upstream, plan } = await afterMarch();
  await plan.takeWritten([]);
  month(upstream, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
});

Deno.test("read() ignores validations from before our own write", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 5);
  await plan.accounts();
  await plan.takeWritten([]);
  month(upstream, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
});

Deno.test("read() doesn't replace a newer response with an older one that arrives late", async () => {
  const { upstream, plan } = aCopy();
  const held = upstream.hold("getPlanMonth");
  const earlier = plan.month(MARCH);
  await settle();
  month(upstream, "later");
  await plan.month(MARCH, { isFreshOnly: true });
  held.give({ month: aMonth({ note: "earlier" }) });
  assertEquals((await earlier).note, "earlier");
  assertEquals((await plan.month(MARCH)).note, "later");
});

Deno.test("read() uses a stored month while it is fresh", async () => {
  const { clock, store } = await afterMarch();
  const warm = aCopy({ clock, store });
  assertEquals((await warm.plan.month(MARCH)).note, "first");
  assertEquals(warm.upstream.calls, []);
});

Deno.test("read() uses a stored month while a delta shows that the plan is unchanged", async () => {
  const { clock, store } = await afterMarch();
  clock.advance(DAY_MS / 4);
  const warm = aCopy({ clock, store });
  knowledge(warm.upstream, 5);
  await warm.plan.accounts();
  assertEquals((await warm.plan.month(MARCH)).note, "first");
});

/** Operations requested since the initial reads of the months and their list. */
function askedSince({ upstream }: TestCopy): readonly string[] {
  return upstream.calls.slice(3).map(({ operation }) => operation);
}

Deno.test("read() checks the months list for an expired month", async () => {
  for (const [named, note] of [[FEBRUARY, "first"], [MARCH, "second"]] as const) {
    const test = await afterMonthList();
    test.clock.advance(MAX_AGE_MS);
    monthList(test.upstream, 6, named);
    month(test.upstream, "second");
    assertEquals((await test.plan.month(MARCH)).note, note);
    const expected = named === MARCH ? ["getPlanMonths", "getPlanMonth"] : ["getPlanMonths"];
    assertEquals(askedSince(test), expected);
    // Now the month is fresh for as long as after any other read.
    test.clock.advance(MAX_AGE_MS - 1);
    assertEquals((await test.plan.month(MARCH)).note, note);
    assertEquals(askedSince(test), expected);
  }
});

Deno.test("read() requests an expired month directly if the months list can't validate it", async () => {
  const cases: Readonly<Record<string, (test: TestCopy) => Promise<void> | void>> = {
    "after a write of ours": ({ plan }) => plan.takeWritten([]),
    "on another day": ({ clock }) => clock.advance(DAY_MS),
  };
  for (const [what, happen] of Object.entries(cases)) {
    const test = await afterMonthList();
    test.clock.advance(MAX_AGE_MS);
    await happen(test);
    month(test.upstream, "second");
    assertEquals((await test.plan.month(MARCH)).note, "second", what);
    assertEquals(askedSince(test), ["getPlanMonth"], what);
  }
  const fresh = await afterMonthList();
  month(fresh.upstream, "second");
  assertEquals((await fresh.plan.month(MARCH, { isFreshOnly: true })).note, "second");
  assertEquals(askedSince(fresh), ["getPlanMonth"]);
});

Deno.test("written() waits until every month and all validations are stored", async () => {
  const store = createMemoryStore(Date.now);
  const [saving, noting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  const test = aCopy({
    store: {
      ...store,
      saveMonth: async (...args) => {
        await saving.promise;
        done.push("saved");
        await store.saveMonth(...args);
      },
      noteMonths: async (...args) => {
        await noting.promise;
        done.push("noted");
        await store.noteMonths(...args);
      },
    },
  });
  month(test.upstream, "first");
  await test.plan.month(MARCH);
  const saved = test.plan.written().then(() => done.push("written"));
  await settle();
  saving.resolve();
  await saved;
  monthList(test.upstream, 5);
  await test.plan.monthSummaries({ isFreshOnly: true });
  test.clock.advance(MAX_AGE_MS);
  monthList(test.upstream, 6, MARCH);
  await test.plan.monthSummaries();
  const noted = test.plan.written().then(() => done.push("written"));
  await settle();
  noting.resolve();
  await noted;
  assertEquals(done, ["saved", "written", "noted", "written"]);
});
