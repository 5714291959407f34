import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { PlanSummary } from "../../../client/wire/plan.ts";
import { createMemoryStore } from "../../../sync/store/sqlite_backend.ts";
import { LocalCopy } from "../../../sync/plan/local_copy.ts";
import { anAccount, aPlan, aTransaction } from "../../_builders.ts";
import { aClock, aCopy, MAX_AGE_MS } from "../_copy.ts";
import { FakeClient } from "../_fake_client.ts";

/** Scripts the next response to a request for the list of plans. */
function plans(upstream: FakeClient, ...names: readonly string[]): void {
  upstream.answer("getPlans", { plans: names.map((name) => aPlan({ name })) });
}

const named = (all: readonly PlanSummary[] | null): readonly string[] | undefined =>
  all?.map(({ name }) => name);

Deno.test("if there are too many caches, plan() discards empty caches but keeps caches that contain data", async () => {
  const { upstream, copy } = aCopy();
  const [read, unread] = [copy.plan("read"), copy.plan("unread")];
  upstream.accounts(7, anAccount());
  await read.accounts();
  for (let nth = 0; nth < 1_000; nth++) copy.plan(`arbitrary ${nth}`);
  assertStrictEquals(copy.plan("read"), read);
  assert(copy.plan("unread") !== unread);
});

Deno.test("plans() uses a stored list while it is fresh", async () => {
  const { upstream, clock, store, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  const warm = aCopy({ clock, store });
  assertEquals(named(await warm.copy.plans()), ["Household"]);
  clock.advance(MAX_AGE_MS);
  plans(warm.upstream, "Renamed");
  assertEquals(named(await warm.copy.plans()), ["Renamed"]);
});

Deno.test("plans() continues without the store if the store fails", async () => {
  const fail = (): Promise<never> => Promise.reject(new Error("busy"));
  const store = { ...createMemoryStore(Date.now), loadPlans: fail, savePlans: fail };
  const { upstream, copy, failures } = aCopy({ store });
  plans(upstream, "Household");
  assertEquals(named(await copy.plans()), ["Household"]);
  assertEquals(failures.length, 2);
});

Deno.test("lastListedPlans() returns the last list, even if it is stale or comes from a store", async () => {
  const { upstream, clock, store, copy } = aCopy();
  plans(upstream, "Household");
  await copy.plans();
  clock.advance(1_000 * MAX_AGE_MS);
  assertEquals(named(await copy.lastListedPlans()), ["Household"]);
  const warm = aCopy({ clock, store });
  assertEquals(named(await warm.copy.lastListedPlans()), ["Household"]);
  assertEquals(warm.upstream.calls, []);
});

Deno.test("lastListedPlans() returns null if the list is too old or the clock was set back", async () => {
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

Deno.test("onNews reports new transactions after a delta, but null after a full read, which can't show what is new", async () => {
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
  upstream.transactions(5, old);
  await copy.plan("p").transactions();
  const first = ["p", undefined, undefined, undefined, [true, undefined]];
  await copy.plan("p").takeWritten([{ transaction: mine }]);
  assertEquals(heard, [first]);
  const changed = { ...old, amount: 1 };
  const fresh = aTransaction({ id: "new", memo: "news" });
  const gone = aTransaction({ id: "gone", deleted: true });
  upstream.transactions(8, changed, mine, fresh, gone);
  await copy.plan("p").transactions();
  assertEquals(heard, [first, ["p", ["new"], 5, 8, [true, "news"]]]);
});

Deno.test("freeRequests() returns the number of requests left this hour according to the store's ledger", async () => {
  const { clock, store, copy } = aCopy();
  assertEquals(await copy.freeRequests(), 200);
  await store.ledger.tryTake(200);
  assertEquals(await copy.freeRequests(), 199);
  clock.advance(3_600_000);
  assertEquals(await copy.freeRequests(), 200);
});

Deno.test("plan() doesn't use one plan's server knowledge to validate another plan's cached data", async () => {
  const { upstream, clock, copy } = aCopy();
  for (const id of ["p", "q"]) {
    upstream.accounts(5);
    await copy.plan(id).accounts();
  }
  clock.advance(MAX_AGE_MS);
  upstream.accounts(5);
  await copy.plan("p").accounts();
  upstream.accounts(6, anAccount({ name: "New" }));
  const { live } = await copy.plan("q").accounts();
  assertEquals(live.map(({ name }) => name), ["New"]);
});
