import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type { PlanSummary } from "../../../client/wire/plan.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { createMemoryStore } from "../../../sync/store/memory_store.ts";
import { LocalCopy } from "../../../sync/plan/local_copy.ts";
import { anAccount, aPlan, aTransaction } from "../../_builders.ts";
import { aClock, aCopy, MAX_AGE_MS, settle } from "../_copy.ts";
import { FakeClient } from "../_fake_client.ts";

/** Scripts an answer to the next request for the plans. */
function plans(upstream: FakeClient, ...names: readonly string[]): void {
  upstream.answer("getPlans", { plans: names.map((name) => aPlan({ name })) });
}

const named = (all: readonly PlanSummary[] | null): readonly string[] | undefined =>
  all?.map(({ name }) => name);

Deno.test("plan() lets go of copies of ids of which nothing was ever read, and of no other", async () => {
  const { upstream, copy } = aCopy();
  const [read, unread] = [copy.plan("read"), copy.plan("unread")];
  upstream.answer("getAccounts", { accounts: [anAccount()], server_knowledge: 7 });
  await read.accounts();
  for (let nth = 0; nth < 1_000; nth++) copy.plan(`arbitrary ${nth}`);
  assertStrictEquals(copy.plan("read"), read);
  assert(copy.plan("unread") !== unread);
});

Deno.test("plans() asks for the plans once within the window", async () => {
  const { upstream, clock, copy } = aCopy();
  plans(upstream, "Household");
  assertEquals(named(await copy.plans()), ["Household"]);
  clock.advance(MAX_AGE_MS - 1);
  assertEquals(named(await copy.plans()), ["Household"]);
  assertEquals(upstream.asked("getPlans"), [{}]);
});

Deno.test("plans() asks again once the window is over", async () => {
  const { upstream, clock, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  clock.advance(MAX_AGE_MS);
  plans(upstream, "Household", "Business");
  assertEquals(named(await copy.plans()), ["Household", "Business"]);
});

Deno.test("plans() asks every time when the window is zero", async () => {
  const { upstream, copy } = aCopy({ maxAgeMs: 0 });
  plans(upstream, "Household");
  plans(upstream, "Renamed");
  await copy.plans();
  assertEquals(named(await copy.plans()), ["Renamed"]);
});

Deno.test("plans() shares one request among callers who wait together", async () => {
  const { upstream, copy } = aCopy();
  const held = upstream.hold("getPlans");
  const callers = [copy.plans(), copy.plans()];
  await settle();
  held.give({ plans: [aPlan({ name: "Household" })] });
  for (const caller of callers) assertEquals(named(await caller), ["Household"]);
  assertEquals(upstream.calls.length, 1);
});

Deno.test("plans() for a fresh-only caller neither reuses nor joins an earlier read", async () => {
  const { upstream, copy } = aCopy();
  const held = upstream.hold("getPlans");
  const earlier = copy.plans();
  await settle();
  plans(upstream, "Joined none");
  assertEquals(named(await copy.plans({ isFreshOnly: true })), ["Joined none"]);
  held.give({ plans: [] });
  await earlier;
  plans(upstream, "Reused none");
  assertEquals(named(await copy.plans({ isFreshOnly: true })), ["Reused none"]);
});

Deno.test("plans() has callers join the last of two requests when the first one has ended", async () => {
  const { upstream, copy } = aCopy({ maxAgeMs: 0 });
  const [first, second] = [upstream.hold("getPlans"), upstream.hold("getPlans")];
  const earlier = copy.plans();
  await settle();
  const later = copy.plans({ isFreshOnly: true });
  await settle();
  first.give({ plans: [aPlan({ name: "first" })] });
  await earlier;
  const joined = copy.plans();
  await settle();
  second.give({ plans: [aPlan({ name: "second" })] });
  assertEquals([named(await later), named(await joined)], [["second"], ["second"]]);
});

Deno.test("plans() gives a caller the answer when another one gave up", async () => {
  const { upstream, copy } = aCopy();
  const held = upstream.hold("getPlans");
  const leaver = new AbortController();
  const leaving = copy.plans({ signal: leaver.signal });
  const staying = copy.plans();
  await settle();
  leaver.abort(new Error("cancelled"));
  await assertRejects(() => leaving, Error, "cancelled");
  held.give({ plans: [aPlan({ name: "Household" })] });
  assertEquals(named(await staying), ["Household"]);
});

Deno.test("plans() aborts the request when all callers gave up, and the next one asks anew", async () => {
  const { upstream, copy } = aCopy();
  upstream.hold("getPlans");
  const leaver = new AbortController();
  const leaving = copy.plans({ signal: leaver.signal });
  await settle();
  leaver.abort(new Error("cancelled"));
  await assertRejects(() => leaving, Error, "cancelled");
  assertEquals(upstream.calls[0]?.options.signal?.aborted, true);
  plans(upstream, "Household");
  assertEquals(named(await copy.plans()), ["Household"]);
});

Deno.test("plans() sends nothing for a caller who gave up before", async () => {
  const { upstream, copy } = aCopy();
  await assertRejects(() => copy.plans({ signal: AbortSignal.abort() }));
  assertEquals(upstream.calls, []);
});

Deno.test("plans() keeps the last list when a request fails, and the next one tries again", async () => {
  const { upstream, clock, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  clock.advance(MAX_AGE_MS);
  upstream.fail("getPlans", new UpstreamError("Not reachable", { code: "unavailable" }));
  await assertRejects(() => copy.plans(), UpstreamError);
  assertEquals(named(await copy.lastListedPlans()), ["Household"]);
  plans(upstream, "Renamed");
  assertEquals(named(await copy.plans()), ["Renamed"]);
});

Deno.test("plans() uses what a store kept within the window", async () => {
  const { upstream, clock, store, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  const warm = aCopy({ clock, store });
  assertEquals(named(await warm.copy.plans()), ["Household"]);
  clock.advance(MAX_AGE_MS);
  plans(warm.upstream, "Renamed");
  assertEquals(named(await warm.copy.plans()), ["Renamed"]);
});

Deno.test("plans() goes on without a store that fails", async () => {
  const fail = (): Promise<never> => Promise.reject(new Error("busy"));
  const store = { ...createMemoryStore(Date.now), loadPlans: fail, savePlans: fail };
  const { upstream, copy, failures } = aCopy({ store });
  plans(upstream, "Household");
  assertEquals(named(await copy.plans()), ["Household"]);
  assertEquals(failures.length, 2);
});

Deno.test("lastListedPlans() gives null when none were ever listed, and asks nothing", async () => {
  const { upstream, copy } = aCopy();
  assertEquals(await copy.lastListedPlans(), null);
  assertEquals(upstream.calls, []);
});

Deno.test("lastListedPlans() gives the last list however long ago, also from a store", async () => {
  const { upstream, clock, store, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  clock.advance(1_000 * MAX_AGE_MS);
  assertEquals(named(await copy.lastListedPlans()), ["Household"]);
  const warm = aCopy({ clock, store });
  assertEquals(named(await warm.copy.lastListedPlans()), ["Household"]);
  assertEquals(warm.upstream.calls, []);
});

Deno.test("lastListedPlans() gives nothing older than it may be, nor of a clock that was set back", async () => {
  const { upstream, clock, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  clock.advance(MAX_AGE_MS);
  assertEquals(named(await copy.lastListedPlans(MAX_AGE_MS)), ["Household"]);
  clock.advance(1);
  assertEquals(await copy.lastListedPlans(MAX_AGE_MS), null);
  clock.advance(-3 * MAX_AGE_MS);
  assertEquals(await copy.lastListedPlans(MAX_AGE_MS), null);
});

Deno.test("onNews hears of the rows that a delta brought, and that a whole read can't tell", async () => {
  const upstream = new FakeClient();
  const clock = aClock();
  const heard: unknown[] = [];
  const copy = new LocalCopy({
    client: upstream.client,
    store: createMemoryStore(Date.now),
    maxAgeMs: MAX_AGE_MS,
    ...clock,
    onNews: (planId, { rows, added }) =>
      heard.push([planId, added?.rows.map(({ id }) => id), added?.from, added?.to, [
        rows?.get("old") !== undefined,
        rows?.get("new")?.memo,
      ]]),
  });
  const [old, mine] = [aTransaction({ id: "old" }), aTransaction({ id: "mine" })];
  upstream.answer("getTransactions", { transactions: [old], server_knowledge: 5 });
  await copy.plan("p").transactions();
  const first = ["p", undefined, undefined, undefined, [true, undefined]];
  await copy.plan("p").takeWritten([{ transaction: mine }]);
  assertEquals(heard, [first]);
  const changed = { ...old, amount: 1 };
  const fresh = aTransaction({ id: "new", memo: "news" });
  const gone = aTransaction({ id: "gone", deleted: true });
  upstream.answer("getTransactions", {
    transactions: [changed, mine, fresh, gone],
    server_knowledge: 8,
  });
  await copy.plan("p").transactions();
  assertEquals(heard, [first, ["p", ["new"], 5, 8, [true, "news"]]]);
});

Deno.test("freeRequests() counts what the store's ledger leaves of the hour", async () => {
  const { clock, store, copy } = aCopy();
  assertEquals(await copy.freeRequests(), 200);
  await store.ledger.tryTake({ windowMs: 3_600_000, limit: 200 });
  assertEquals(await copy.freeRequests(), 199);
  clock.advance(3_600_000);
  assertEquals(await copy.freeRequests(), 200);
});

Deno.test("changes and upstream are those that the copy was made of", () => {
  const { upstream, store, copy } = aCopy();
  assertStrictEquals(copy.changes, store.changes);
  assertStrictEquals(copy.upstream, upstream.client);
});

Deno.test("plan() gives the same copy for the same plan, and reads nothing", () => {
  const { upstream, copy } = aCopy();
  assertStrictEquals(copy.plan("p"), copy.plan("p"));
  assert(copy.plan("p") !== copy.plan("q"));
  assertEquals(upstream.calls, []);
});

Deno.test("plan() proves nothing for one plan by the knowledge of another", async () => {
  const { upstream, clock, copy } = aCopy();
  for (const id of ["p", "q"]) {
    upstream.answer("getAccounts", { accounts: [], server_knowledge: 5 });
    await copy.plan(id).accounts();
  }
  clock.advance(MAX_AGE_MS);
  upstream.answer("getAccounts", { accounts: [], server_knowledge: 5 });
  await copy.plan("p").accounts();
  upstream.answer("getAccounts", {
    accounts: [anAccount({ name: "New" })],
    server_knowledge: 6,
  });
  const { live } = await copy.plan("q").accounts();
  assertEquals(live.map(({ name }) => name), ["New"]);
});
