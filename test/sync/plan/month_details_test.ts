import { assertEquals, assertRejects } from "@std/assert";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { createMemoryStore } from "../../../sync/store/sqlite_backend.ts";
import { aMonth, aMonthSummary } from "../../_builders.ts";
import { aCopy, DAY_MS, intercepted, MAX_AGE_MS, settle, type TestCopy } from "../_copy.ts";
import type { FakeClient } from "../_fake_client.ts";

const MARCH = "2024-03-01";
const FEBRUARY = "2024-02-01";

/** Scripts the next response to a request for a month. */
function month(upstream: FakeClient, note: string, first = MARCH): void {
  upstream.month(aMonth({ month: first, note }));
}

/** Scripts the next response to a request for the list of months. */
function monthList(upstream: FakeClient, known: number, ...named: readonly string[]): void {
  upstream.months(known, ...named.map((first) => aMonthSummary({ month: first })));
}

type Step = (test: TestCopy) => Promise<unknown> | void;

const wait = (ms: number): Step => ({ clock }) => clock.advance(ms);
const writeSomething: Step = ({ plan }) => plan.takeWritten([]);

const readMonth = (first: string): Step => ({ upstream, plan }) => {
  month(upstream, "first", first);
  return plan.month(first, { isFreshOnly: true });
};

const readAccounts = (known: number): Step => ({ upstream, plan }) => {
  upstream.accounts(known);
  return plan.accounts({ isFreshOnly: true });
};

const readMonthList =
  (known: number, ...named: readonly string[]): Step => ({ upstream, plan }) => {
    monthList(upstream, known, ...named);
    return plan.monthSummaries({ isFreshOnly: true });
  };

const readNoSchedules: Step = ({ upstream, plan }) => {
  upstream.schedules(0);
  return plan.scheduledTransactions({ isFreshOnly: true });
};

/**
 * A step in which a read of accounts shows that the plan was restored, so the accounts are read
 * again.
 */
const readRestoredAccounts: Step = (test) => {
  test.upstream.accounts(3);
  return readAccounts(3)(test);
};

async function after(steps: readonly Step[]): Promise<TestCopy> {
  const test = aCopy();
  for (const step of steps) await step(test);
  return test;
}

const MARCH_READ = [readAccounts(5), readMonth(MARCH)];
const LIST_READ = [readMonthList(5, FEBRUARY, MARCH), readMonth(FEBRUARY), readMonth(MARCH)];
const EXPIRE = wait(MAX_AGE_MS);

const afterMarch = (): Promise<TestCopy> => after(MARCH_READ);
const afterMonthList = (): Promise<TestCopy> => after(LIST_READ);

const reused: readonly (readonly [
  what: string,
  steps: readonly Step[],
  month: string,
  asked: readonly string[],
])[] = [
  [
    "while a delta shows that the plan is unchanged",
    [...MARCH_READ, EXPIRE, readAccounts(5), wait(MAX_AGE_MS - 1)],
    MARCH,
    [],
  ],
  // The month is unchanged, but its categories may have been renamed, so they are requested.
  [
    "that the months-list delta omits",
    [...LIST_READ, EXPIRE, readMonthList(8, MARCH)],
    FEBRUARY,
    ["getCategories"],
  ],
  [
    "that is unchanged since the months-list delta omitted it",
    [...LIST_READ, EXPIRE, readMonthList(8, MARCH), EXPIRE, readAccounts(8)],
    FEBRUARY,
    ["getCategories"],
  ],
  [
    "that is fresh and that the months-list delta omits",
    [...LIST_READ, readMonthList(8, MARCH)],
    FEBRUARY,
    [],
  ],
];
for (const [what, steps, first, asked] of reused) {
  Deno.test(`read() reuses a month ${what}`, async () => {
    const { upstream, plan } = await after(steps);
    const requests = upstream.calls.length;
    upstream.categories(8);
    assertEquals((await plan.month(first)).note, "first");
    assertEquals(upstream.calls.slice(requests).map(({ operation }) => operation), asked);
  });
}

const readAgain: Readonly<Record<string, readonly Step[]>> = {
  "if a delta shows that the plan changed": [...MARCH_READ, EXPIRE, readAccounts(6)],
  "that was read before any server knowledge was known": [
    readMonth(MARCH),
    readAccounts(5),
    wait(MAX_AGE_MS - 1),
    readAccounts(5),
    wait(1),
  ],
  "that only the `server_knowledge` value 0 of an empty list of schedules would validate": [
    readNoSchedules,
    readMonth(MARCH),
    EXPIRE,
    readNoSchedules,
  ],
  "on a new UTC day even if nothing changed": [
    ...MARCH_READ,
    wait(DAY_MS / 2),
    readAccounts(5),
  ],
  "if the months-list delta contains it": [...LIST_READ, EXPIRE, readMonthList(8, MARCH)],
  "that is fresh if a delta contains it": [...LIST_READ, readMonthList(8, MARCH)],
  "whose tag is older than the months-list delta": [
    ...MARCH_READ,
    EXPIRE,
    readMonthList(7, MARCH),
    EXPIRE,
    readMonthList(8, FEBRUARY),
  ],
  "after a full read of the months list": [...MARCH_READ, EXPIRE, readMonthList(8)],
  "if the server knowledge goes back": [
    ...MARCH_READ,
    EXPIRE,
    readMonth(MARCH),
    readRestoredAccounts,
  ],
  "that is fresh after our own write": [...MARCH_READ, writeSomething],
  "that was validated before our own write": [
    ...MARCH_READ,
    EXPIRE,
    readAccounts(5),
    writeSomething,
  ],
};
for (const [what, steps] of Object.entries(readAgain)) {
  Deno.test(`read() requests a month ${what}`, async () => {
    const { upstream, plan } = await after(steps);
    month(upstream, "second");
    assertEquals((await plan.month(MARCH)).note, "second");
    assertEquals((await plan.month(MARCH)).note, "second");
  });
}

Deno.test("read() tags a month with the server knowledge from before the request, not after it", async () => {
  const { upstream, clock, plan } = await after([readAccounts(5)]);
  const held = upstream.hold("getPlanMonth");
  const reading = plan.month(MARCH);
  await settle();
  clock.advance(MAX_AGE_MS);
  upstream.accounts(6);
  await plan.accounts();
  upstream.categories(6);
  held.give({ month: aMonth({ note: "read before the edit" }) });
  await reading;
  month(upstream, "second");
  assertEquals((await plan.month(MARCH)).note, "second");
});

Deno.test("when a delta lists a month as changed, read() keeps the cached month if that month was requested later than the delta", async () => {
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

Deno.test("read() doesn't replace a newer response with an older response that arrives late", async () => {
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

Deno.test("read() uses a stored month if a delta shows that the plan is unchanged", async () => {
  const { clock, store } = await afterMarch();
  clock.advance(DAY_MS / 4);
  const warm = aCopy({ clock, store });
  warm.upstream.accounts(5);
  await warm.plan.accounts();
  assertEquals((await warm.plan.month(MARCH)).note, "first");
});

/** Returns the operations requested after the three initial reads. */
function askedSince({ upstream }: TestCopy): readonly string[] {
  return upstream.calls.slice(3).map(({ operation }) => operation);
}

Deno.test("when a cached month expires, read() uses the month list to check whether the month has changed", async () => {
  for (const [named, note] of [[FEBRUARY, "first"], [MARCH, "second"]] as const) {
    const test = await afterMonthList();
    test.clock.advance(MAX_AGE_MS);
    monthList(test.upstream, 6, named);
    test.upstream.categories(6);
    month(test.upstream, "second");
    assertEquals((await test.plan.month(MARCH)).note, note);
    const expected = ["getPlanMonths", named === MARCH ? "getPlanMonth" : "getCategories"];
    assertEquals(askedSince(test), expected);
    // After the check, the month is fresh for another full freshness window.
    test.clock.advance(MAX_AGE_MS - 1);
    assertEquals((await test.plan.month(MARCH)).note, note);
    assertEquals(askedSince(test), expected);
  }
});

/**
 * Error codes that a request for current category names can fail with. Each is paired with the code
 * of the error that month() throws as a result; `null` if month() returns the unchanged month
 * instead.
 */
const namesFail = [
  ["unavailable", null],
  ["rate_limited", null],
  ["aborted", "aborted"],
  ["unauthorized", "unauthorized"],
  ["not_found", "not_found"],
] as const;
for (const [code, thrown] of namesFail) {
  const does = thrown === null ? "returns" : "doesn't return";
  Deno.test(`month() ${does} an unchanged month if the request for current category names fails: ${code}`, async () => {
    const test = await afterMonthList();
    test.clock.advance(MAX_AGE_MS);
    monthList(test.upstream, 6, FEBRUARY);
    test.upstream.fail("getCategories", new UpstreamError("Failed", { code }));
    const reading = test.plan.month(MARCH);
    if (thrown === null) assertEquals((await reading).note, "first");
    else assertEquals((await assertRejects(() => reading, UpstreamError)).code, thrown);
    assertEquals(askedSince(test), ["getPlanMonths", "getCategories"]);
  });
}

Deno.test("if the month list can't show whether an expired month has changed, read() requests the month directly", async () => {
  const cases: Readonly<Record<string, (test: TestCopy) => Promise<void> | void>> = {
    "after our own write": ({ plan }) => plan.takeWritten([]),
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

Deno.test("written() waits until months are saved to the store and until outdated months are deleted", async () => {
  const [saving, deleting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  const test = aCopy({
    store: intercepted(createMemoryStore(Date.now), {
      saveMonth: () => saving.promise.then(() => done.push("saved")),
      deleteMonths: () => deleting.promise.then(() => done.push("deleted")),
    }),
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
  const deleted = test.plan.written().then(() => done.push("written"));
  await settle();
  deleting.resolve();
  await deleted;
  assertEquals(done, ["saved", "written", "deleted", "written"]);
});
