import { assertEquals, assertRejects } from "@std/assert";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { createMemoryStore } from "../../../sync/store/memory_store.ts";
import { aMonth, aMonthSummary } from "../../_builders.ts";
import { aCopy, DAY_MS, MAX_AGE_MS, PLAN_ID, settle, type TestCopy } from "../_copy.ts";
import type { FakeClient } from "../_fake_client.ts";

const MARCH = "2024-03-01";
const FEBRUARY = "2024-02-01";

/** Scripts an answer to the next request for a month. */
function month(upstream: FakeClient, note: string, first = MARCH): void {
  upstream.answer("getPlanMonth", { month: aMonth({ month: first, note }) });
}

/** Scripts an answer to the next request for accounts: nothing but a knowledge. */
function knowledge(upstream: FakeClient, known: number): void {
  upstream.answer("getAccounts", { accounts: [], server_knowledge: known });
}

/** Scripts an answer to the next request for the list of months. */
function monthList(upstream: FakeClient, known: number, ...named: readonly string[]): void {
  upstream.answer("getPlanMonths", {
    months: named.map((first) => aMonthSummary({ month: first })),
    server_knowledge: known,
  });
}

/** A copy that knows the plan at 5 and has read March then. */
async function afterMarch(): Promise<TestCopy> {
  const test = aCopy();
  knowledge(test.upstream, 5);
  await test.plan.accounts();
  month(test.upstream, "first");
  await test.plan.month(MARCH);
  return test;
}

/** A copy that has listed the months at 5, and has read February and March then. */
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

Deno.test("read() asks for the month", async () => {
  const { upstream, plan } = aCopy();
  month(upstream, "first");
  assertEquals((await plan.month(MARCH)).note, "first");
  assertEquals(upstream.asked("getPlanMonth"), [{ planId: PLAN_ID, month: MARCH }]);
});

Deno.test("read() asks nothing within the freshness window", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS - 1);
  assertEquals((await plan.month(MARCH)).note, "first");
  assertEquals(upstream.asked("getPlanMonth").length, 1);
});

Deno.test("read() keeps months apart", async () => {
  const { upstream, plan } = await afterMarch();
  month(upstream, "other", FEBRUARY);
  assertEquals((await plan.month(FEBRUARY)).note, "other");
  assertEquals((await plan.month(MARCH)).note, "first");
});

Deno.test("read() asks again when nothing proves that the plan stands still", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() asks every time when the window is zero", async () => {
  const { upstream, plan } = aCopy({ maxAgeMs: 0 });
  for (const note of ["first", "second"]) {
    month(upstream, note);
    assertEquals((await plan.month(MARCH)).note, note);
  }
});

Deno.test("read() asks again when the clock was set back", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(-1);
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() uses a month while a delta shows that the plan has not moved", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 5);
  await plan.accounts();
  clock.advance(MAX_AGE_MS - 1);
  assertEquals((await plan.month(MARCH)).note, "first");
  assertEquals(upstream.asked("getPlanMonth").length, 1);
});

Deno.test("read() asks again when a delta shows that the plan has moved", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 6);
  await plan.accounts();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() asks again when the validation is as old as the window is long", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 5);
  await plan.accounts();
  clock.advance(MAX_AGE_MS);
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() tags a month with what was known before its request, not after", async () => {
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

Deno.test("read() proves nothing for a month that was read before anything was known", async () => {
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

Deno.test("read() proves nothing by the zero of an absent list of schedules", async () => {
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

Deno.test("read() asks again on another UTC day, though nothing has moved", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(DAY_MS / 2);
  knowledge(upstream, 5);
  await plan.accounts();
  month(upstream, "next day");
  assertEquals((await plan.month(MARCH)).note, "next day");
});

Deno.test("read() asks again within the window when the UTC day has changed", async () => {
  const { upstream, clock, plan } = aCopy();
  clock.advance(DAY_MS / 2 - 1);
  month(upstream, "first");
  await plan.month(MARCH);
  clock.advance(1);
  month(upstream, "next day");
  assertEquals((await plan.month(MARCH)).note, "next day");
});

Deno.test("read() uses a month that the delta of the months list does not name", async () => {
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

Deno.test("read() asks again for a month that the delta of the months list names", async () => {
  const { upstream, clock, plan } = await afterMonthList();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 8, MARCH);
  await plan.monthSummaries();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() asks again within the window for a month that a delta names", async () => {
  const { upstream, plan } = await afterMonthList();
  monthList(upstream, 8, MARCH);
  await plan.monthSummaries({ isFreshOnly: true });
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
  assertEquals((await plan.month(FEBRUARY)).note, "first");
});

Deno.test("read() keeps a month that was asked for after the delta that names it", async () => {
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

Deno.test("read() asks again for a month whose tag lies before the delta", async () => {
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

Deno.test("read() asks again when the months list was read whole", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  monthList(upstream, 8);
  await plan.monthSummaries();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() forgets every month when the plan went back", async () => {
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

Deno.test("read() asks again within the window after a write of ours", async () => {
  const { upstream, plan } = await afterMarch();
  await plan.takeWritten([]);
  month(upstream, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
});

Deno.test("read() uses no validation from before a write of ours", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  knowledge(upstream, 5);
  await plan.accounts();
  await plan.takeWritten([]);
  month(upstream, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
});

Deno.test("read() does not join a request that began before a write of ours", async () => {
  const { upstream, plan } = aCopy();
  const held = upstream.hold("getPlanMonth");
  const earlier = plan.month(MARCH);
  await settle();
  await plan.takeWritten([]);
  month(upstream, "after the write");
  assertEquals((await plan.month(MARCH)).note, "after the write");
  held.give({ month: aMonth({ note: "before the write" }) });
  await earlier;
  assertEquals((await plan.month(MARCH)).note, "after the write");
});

Deno.test("read() waits while a change is being written", async () => {
  const { upstream, plan } = aCopy();
  const gate = Promise.withResolvers<void>();
  const writing = plan.holdingReads(() => gate.promise);
  month(upstream, "after the write");
  const reading = plan.month(MARCH);
  await settle();
  assertEquals(upstream.calls, []);
  gate.resolve();
  await writing;
  assertEquals((await reading).note, "after the write");
});

Deno.test("read() finds no month in the store after the plan went back", async () => {
  const { upstream, clock, store, plan } = await afterMarch();
  knowledge(upstream, 3);
  knowledge(upstream, 3);
  await plan.accounts({ isFreshOnly: true });
  assertEquals(await store.loadMonth({ planId: PLAN_ID, month: MARCH }, -1), null);
  const warm = aCopy({ clock, store });
  month(warm.upstream, "restored");
  assertEquals((await warm.plan.month(MARCH)).note, "restored");
});

Deno.test("read() shares one request per month among callers who wait together", async () => {
  const { upstream, plan } = aCopy();
  const held = upstream.hold("getPlanMonth");
  const callers = [plan.month(MARCH), plan.month(MARCH)];
  await settle();
  month(upstream, "other", FEBRUARY);
  assertEquals((await plan.month(FEBRUARY)).note, "other");
  held.give({ month: aMonth({ note: "first" }) });
  assertEquals((await Promise.all(callers)).map(({ note }) => note), ["first", "first"]);
  assertEquals(upstream.calls.length, 2);
});

Deno.test("read() has callers join the last of two requests when the first one has ended", async () => {
  const { upstream, plan } = aCopy({ maxAgeMs: 0 });
  const [first, second] = [upstream.hold("getPlanMonth"), upstream.hold("getPlanMonth")];
  const earlier = plan.month(MARCH);
  await settle();
  const later = plan.month(MARCH, { isFreshOnly: true });
  await settle();
  first.give({ month: aMonth({ note: "first" }) });
  await earlier;
  const joined = plan.month(MARCH);
  await settle();
  second.give({ month: aMonth({ note: "second" }) });
  assertEquals([(await later).note, (await joined).note], ["second", "second"]);
});

Deno.test("read() gives a caller the answer when another one gave up", async () => {
  const { upstream, plan } = aCopy();
  const held = upstream.hold("getPlanMonth");
  const leaver = new AbortController();
  const leaving = plan.month(MARCH, { signal: leaver.signal });
  const staying = plan.month(MARCH);
  await settle();
  leaver.abort(new Error("cancelled"));
  await assertRejects(() => leaving, Error, "cancelled");
  held.give({ month: aMonth({ note: "first" }) });
  assertEquals((await staying).note, "first");
});

Deno.test("read() aborts the request when all callers gave up, and the next one asks anew", async () => {
  const { upstream, plan } = aCopy();
  upstream.hold("getPlanMonth");
  const leaver = new AbortController();
  const leaving = plan.month(MARCH, { signal: leaver.signal });
  await settle();
  leaver.abort(new Error("cancelled"));
  await assertRejects(() => leaving, Error, "cancelled");
  assertEquals(upstream.calls[0]?.options.signal?.aborted, true);
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() sends nothing for a caller who gave up before", async () => {
  const { upstream, plan } = aCopy();
  await assertRejects(() => plan.month(MARCH, { signal: AbortSignal.abort() }));
  assertEquals(upstream.calls, []);
});

Deno.test("read() for a fresh-only caller neither reuses nor joins an earlier read", async () => {
  const { upstream, clock, plan } = await afterMarch();
  month(upstream, "second");
  assertEquals((await plan.month(MARCH, { isFreshOnly: true })).note, "second");
  clock.advance(MAX_AGE_MS);
  const held = upstream.hold("getPlanMonth");
  const earlier = plan.month(MARCH);
  await settle();
  month(upstream, "fourth");
  assertEquals((await plan.month(MARCH, { isFreshOnly: true })).note, "fourth");
  held.give({ month: aMonth({ note: "third" }) });
  await earlier;
});

Deno.test("read() does not let an answer that was overtaken replace a later one", async () => {
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

Deno.test("read() changes nothing when it fails, and the next one tries again", async () => {
  const { upstream, clock, plan } = await afterMarch();
  clock.advance(MAX_AGE_MS);
  upstream.fail("getPlanMonth", new UpstreamError("Not reachable", { code: "unavailable" }));
  await assertRejects(() => plan.month(MARCH), UpstreamError);
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("read() uses what a store kept within the window", async () => {
  const { clock, store } = await afterMarch();
  const warm = aCopy({ clock, store });
  assertEquals((await warm.plan.month(MARCH)).note, "first");
  assertEquals(warm.upstream.calls, []);
});

Deno.test("read() uses what a store kept while a delta shows that the plan has not moved", async () => {
  const { clock, store } = await afterMarch();
  clock.advance(DAY_MS / 4);
  const warm = aCopy({ clock, store });
  knowledge(warm.upstream, 5);
  await warm.plan.accounts();
  assertEquals((await warm.plan.month(MARCH)).note, "first");
});

Deno.test("read() goes on without a store that fails", async () => {
  const fail = (): Promise<never> => Promise.reject(new Error("busy"));
  const store = {
    ...createMemoryStore(Date.now),
    loadMonth: fail,
    saveMonth: fail,
    noteMonths: fail,
  };
  const { upstream, plan, failures } = aCopy({ store });
  month(upstream, "first");
  assertEquals((await plan.month(MARCH)).note, "first");
  assertEquals((await plan.month(MARCH)).note, "first");
  assertEquals(failures.length, 2);
});

/** What was asked for since the months and their list were read first. */
function askedSince({ upstream }: TestCopy): readonly string[] {
  return upstream.calls.slice(3).map(({ operation }) => operation);
}

Deno.test("read() of a month that is only out of age asks the list whether it has changed", async () => {
  for (const [named, note] of [[FEBRUARY, "first"], [MARCH, "second"]] as const) {
    const test = await afterMonthList();
    test.clock.advance(MAX_AGE_MS);
    monthList(test.upstream, 6, named);
    month(test.upstream, "second");
    assertEquals((await test.plan.month(MARCH)).note, note);
    const expected = named === MARCH ? ["getPlanMonths", "getPlanMonth"] : ["getPlanMonths"];
    assertEquals(askedSince(test), expected);
    // Now it holds for as long as any other read.
    test.clock.advance(MAX_AGE_MS - 1);
    assertEquals((await test.plan.month(MARCH)).note, note);
    assertEquals(askedSince(test), expected);
  }
});

Deno.test("read() of a month asks for itself where the list would not do", async () => {
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

Deno.test("written() waits until the store has every month, and what was noted of the others", async () => {
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
