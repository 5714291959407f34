import { assert, assertEquals, assertRejects } from "@std/assert";
import type { CategoryList } from "../../../client/upstream_client.ts";
import type { Account } from "../../../client/wire/account.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { createMemoryStore } from "../../../sync/store/sqlite_backend.ts";
import type { Store } from "../../../sync/store/store.ts";
import { aCategory, aGroup, anAccount, aTransaction } from "../../_builders.ts";
import {
  aClock,
  aCopy,
  DAY_MS,
  intercepted,
  MAX_AGE_MS,
  PLAN_ID,
  settle,
  type TestCopy,
} from "../_copy.ts";
import { aChange, aPart, textsIn } from "../_sqlite_store.ts";

const WHOLE = { planId: PLAN_ID };
const unavailable = new UpstreamError("YNAB is not reachable", { code: "unavailable" });

/** A cache after a full read of all accounts. The response's server knowledge was `knowledge`. */
async function afterAccounts(
  knowledge: number,
  ...all: readonly Account[]
): Promise<TestCopy> {
  const test = aCopy();
  test.upstream.accounts(knowledge, ...all);
  await test.plan.accounts();
  return test;
}

const names = ({ live }: { readonly live: readonly Account[] }): readonly string[] =>
  live.map(({ name }) => name);

interface ReadSettings {
  readonly maxAgeMs?: number;
  readonly isFreshOnly?: boolean;
}

const waits: Readonly<
  Record<string, readonly [ms: number, options: ReadSettings, isAsked: boolean]>
> = {
  "within the freshness window": [MAX_AGE_MS - 1, {}, false],
  "after the freshness window": [MAX_AGE_MS, {}, true],
  "if the clock was set back": [-1, {}, true],
  "if the freshness window is zero": [0, { maxAgeMs: 0 }, true],
  "for a fresh-only caller": [0, { isFreshOnly: true }, true],
};
for (const [when, [ms, { maxAgeMs, ...options }, isAsked]] of Object.entries(waits)) {
  Deno.test(`sync() ${isAsked ? "requests a delta" : "sends no request"} ${when}`, async () => {
    const { upstream, clock, plan } = aCopy(maxAgeMs === undefined ? {} : { maxAgeMs });
    upstream.accounts(5, anAccount({ id: "a", name: "Old" }));
    await plan.accounts();
    clock.advance(ms);
    upstream.accounts(6, anAccount({ id: "a", name: "New" }));
    assertEquals(names(await plan.accounts(options)), [isAsked ? "New" : "Old"]);
    const delta = { planId: PLAN_ID, knowledge: 5 };
    assertEquals(upstream.asked("getAccounts"), isAsked ? [WHOLE, delta] : [WHOLE]);
  });
}

Deno.test("sync() starts the freshness window at the request, not the response", async () => {
  const { upstream, clock, plan } = aCopy();
  const held = upstream.hold("getAccounts");
  const reading = plan.accounts();
  await settle();
  clock.advance(20_000);
  held.give({ accounts: [], server_knowledge: 5 });
  await reading;
  clock.advance(10_000);
  upstream.accounts(5);
  await plan.accounts();
  assertEquals(upstream.calls.length, 2);
});

Deno.test("if YNAB returns a `server_knowledge` value of 0, sync() concludes that the plan has no scheduled transactions, not that the plan was restored", async () => {
  const { upstream, clock, plan } = await afterAccounts(9);
  upstream.schedules(9);
  await plan.scheduledTransactions();
  clock.advance(MAX_AGE_MS);
  upstream.schedules(0);
  upstream.schedules(0);
  assertEquals((await plan.scheduledTransactions()).live, []);
  upstream.accounts(9);
  await plan.accounts();
  assertEquals(upstream.asked("getAccounts")[1], { planId: PLAN_ID, knowledge: 9 });
});

Deno.test("if the plan has no schedules, sync() requests schedules only once after a write", async () => {
  const { upstream, plan } = aCopy();
  upstream.schedules(0);
  await plan.scheduledTransactions();
  await plan.takeWritten([{ transaction: aTransaction(), server_knowledge: 9 }]);
  upstream.schedules(0);
  assertEquals((await plan.scheduledTransactions()).live, []);
  assertEquals(upstream.asked("getScheduledTransactions").length, 2);
});

Deno.test("sync() shares one request among all callers, including those that call while the request is pending", async () => {
  const { upstream, clock, plan } = aCopy();
  const held = upstream.hold("getAccounts");
  const callers = [plan.accounts(), plan.accounts()];
  await settle();
  clock.advance(1_000);
  callers.push(plan.accounts());
  await settle();
  held.give({ accounts: [anAccount({ name: "Checking" })], server_knowledge: 5 });
  for (const caller of callers) assertEquals(names(await caller), ["Checking"]);
  assertEquals(upstream.calls.length, 1);
});

Deno.test("sync() answers a caller even if another caller cancels", async () => {
  const { upstream, plan } = aCopy();
  const held = upstream.hold("getAccounts");
  const leaver = new AbortController();
  const leaving = plan.accounts({ signal: leaver.signal });
  const staying = plan.accounts();
  await settle();
  leaver.abort(new Error("user cancelled"));
  await assertRejects(() => leaving, Error, "user cancelled");
  held.give({ accounts: [anAccount({ name: "Checking" })], server_knowledge: 5 });
  assertEquals(names(await staying), ["Checking"]);
  assertEquals(upstream.calls.length, 1);
});

Deno.test("sync() aborts the request if all callers cancel, and sends a new request for the next caller", async () => {
  const { upstream, plan } = aCopy();
  upstream.hold("getAccounts");
  const [first, second] = [new AbortController(), new AbortController()];
  const callers = [
    plan.accounts({ signal: first.signal }),
    plan.accounts({ signal: second.signal }),
  ];
  await settle();
  first.abort(new Error("cancelled"));
  second.abort(new Error("cancelled"));
  for (const caller of callers) await assertRejects(() => caller, Error, "cancelled");
  assertEquals(upstream.calls[0]?.options.signal?.aborted, true);
  upstream.accounts(5, anAccount({ name: "Checking" }));
  assertEquals(names(await plan.accounts()), ["Checking"]);
  assertEquals(upstream.asked("getAccounts"), [WHOLE, WHOLE]);
});

Deno.test("sync() sends nothing for a caller that has already canceled", async () => {
  const { upstream, plan } = aCopy();
  const signal = AbortSignal.abort(new Error("cancelled"));
  await assertRejects(() => plan.accounts({ signal }), Error, "cancelled");
  assertEquals(upstream.calls, []);
});

Deno.test("if a caller accepts only fresh data, sync() sends a new request even if an earlier request is pending", async () => {
  const { upstream, clock, plan } = await afterAccounts(5);
  clock.advance(MAX_AGE_MS);
  const earlier = upstream.hold("getAccounts");
  const first = plan.accounts();
  await settle();
  const fresh = plan.accounts({ isFreshOnly: true });
  upstream.accounts(7, anAccount({ name: "New" }));
  earlier.give({ accounts: [], server_knowledge: 6 });
  await first;
  assertEquals(names(await fresh), ["New"]);
  assertEquals(upstream.asked("getAccounts").slice(1), [
    { planId: PLAN_ID, knowledge: 5 },
    { planId: PLAN_ID, knowledge: 6 },
  ]);
});

Deno.test("sync() doesn't let a late full read replace newer data", async () => {
  const { upstream, plan } = aCopy();
  const earlier = upstream.hold("getAccounts");
  const later = upstream.hold("getAccounts");
  const first = plan.accounts();
  await settle();
  const fresh = plan.accounts({ isFreshOnly: true });
  await settle();
  later.give({ accounts: [anAccount({ name: "Current" })], server_knowledge: 6 });
  assertEquals(names(await fresh), ["Current"]);
  earlier.give({ accounts: [anAccount({ name: "Outdated" })], server_knowledge: 5 });
  assertEquals(names(await first), ["Current"]);
});

Deno.test("sync() doesn't let a late delta replace a full read", async () => {
  const { upstream, clock, plan } = aCopy();
  const group = (name: string): CategoryList["category_groups"] => [
    aGroup({ categories: [aCategory({ id: "food", name })] }),
  ];
  upstream.categories(5, ...group("First"));
  await plan.categories();
  clock.advance(DAY_MS / 2 - 1);
  const delta = upstream.hold("getCategories");
  const earlier = plan.categories();
  await settle();
  clock.advance(1);
  upstream.categories(8, ...group("Current"));
  await plan.categories({ isFreshOnly: true });
  delta.give({ category_groups: group("Outdated"), server_knowledge: 7 });
  assertEquals((await earlier).live.map(({ name }) => name), ["Current"]);
  clock.advance(MAX_AGE_MS);
  upstream.categories(8);
  await plan.categories();
  assertEquals(upstream.asked("getCategories")[3], { planId: PLAN_ID, knowledge: 8 });
});

Deno.test("sync() treats a collection as current if another collection shows that the plan is unchanged", async () => {
  const { upstream, clock, plan } = await afterAccounts(5, anAccount({ name: "Checking" }));
  upstream.transactions(5);
  await plan.transactions();
  clock.advance(MAX_AGE_MS);
  upstream.transactions(5);
  await plan.transactions();
  assertEquals(names(await plan.accounts()), ["Checking"]);
  assertEquals(upstream.asked("getAccounts").length, 1);
});

Deno.test("sync() sends a request if another collection shows that the plan changed", async () => {
  const { upstream, clock, plan } = await afterAccounts(5);
  upstream.transactions(5);
  await plan.transactions();
  clock.advance(MAX_AGE_MS);
  upstream.transactions(6);
  await plan.transactions();
  upstream.accounts(6, anAccount({ name: "New" }));
  assertEquals(names(await plan.accounts()), ["New"]);
});

Deno.test("sync() does a full read of categories once a new UTC day has begun, even if the categories are fresh", async () => {
  for (const beforeMidnightMs of [DAY_MS / 2, 1]) {
    const { upstream, clock, plan } = aCopy();
    clock.advance(DAY_MS / 2 - beforeMidnightMs);
    upstream.categories(5);
    await plan.categories();
    clock.advance(beforeMidnightMs);
    // The accounts' server knowledge shows that the plan is unchanged.
    upstream.accounts(5);
    await plan.accounts();
    upstream.categories(5);
    await plan.categories();
    assertEquals(upstream.asked("getCategories"), [WHOLE, WHOLE]);
  }
});

for (const days of [1, 70]) {
  Deno.test(`if the last full read was ${days} days ago, sync() still requests deltas of accounts, payees and schedules`, async () => {
    const { upstream, clock, plan } = await afterAccounts(5);
    upstream.schedules(5);
    await plan.scheduledTransactions();
    upstream.payees(5);
    await plan.payees();
    clock.advance(days * DAY_MS);
    upstream.accounts(6);
    await plan.accounts();
    upstream.payees(6);
    await plan.payees();
    upstream.schedules(6);
    await plan.scheduledTransactions();
    const since = { planId: PLAN_ID, knowledge: 5 };
    assertEquals(upstream.asked("getAccounts")[1], since);
    assertEquals(upstream.asked("getPayees")[1], since);
    assertEquals(upstream.asked("getScheduledTransactions")[1], since);
  });
}

Deno.test("sync() does a full read of transactions once a week", async () => {
  const { upstream, clock, plan } = aCopy();
  upstream.transactions(5);
  await plan.transactions();
  for (const ms of [7 * DAY_MS - 1, 1, MAX_AGE_MS]) {
    clock.advance(ms);
    upstream.transactions(5);
    await plan.transactions();
  }
  const whole = { planId: PLAN_ID, sinceDate: "1990-01-01" };
  const since = { ...whole, knowledge: 5 };
  assertEquals(upstream.asked("getTransactions"), [whole, since, whole, since]);
});

Deno.test("absorb() merges a write's response but doesn't update the server knowledge", async () => {
  const { upstream, clock, plan } = aCopy();
  const all = ["changed", "gone", "kept"].map((id) => aTransaction({ id }));
  upstream.transactions(5, ...all);
  await plan.transactions();
  await plan.takeWritten([
    { transaction_ids: ["new"], transaction: aTransaction({ id: "new" }), server_knowledge: 9 },
    { transactions: [aTransaction({ id: "changed", memo: "written" })], server_knowledge: 10 },
    { transaction: aTransaction({ id: "gone", deleted: true }), server_knowledge: 11 },
    { transaction: null, server_knowledge: null },
    { category: aCategory(), server_knowledge: 12 },
  ]);
  const known = await plan.knownTransactions();
  assertEquals(
    known?.live.map(({ id, memo }) => [id, memo]),
    [["changed", "written"], ["kept", null], ["new", null]],
  );
  assertEquals([...known?.deletedIds ?? []], ["gone"]);
  clock.advance(MAX_AGE_MS);
  upstream.transactions(12);
  await plan.transactions();
  assertEquals(upstream.asked("getTransactions")[1], {
    planId: PLAN_ID,
    knowledge: 5,
    sinceDate: "1990-01-01",
  });
});

Deno.test("sync() requests every collection again after our own write, even if the collection is fresh", async () => {
  const { upstream, plan } = await afterAccounts(5);
  upstream.transactions(5);
  await plan.transactions();
  await plan.takeWritten([]);
  upstream.accounts(6, anAccount({ name: "New" }));
  assertEquals(names(await plan.accounts()), ["New"]);
  upstream.transactions(6);
  await plan.transactions();
  await Promise.all([plan.accounts(), plan.transactions()]);
  assertEquals(upstream.calls.length, 4);
});

Deno.test("sync() doesn't join a request sent before our own write", async () => {
  const { upstream, plan } = aCopy();
  const held = upstream.hold("getAccounts");
  const earlier = plan.accounts();
  await settle();
  await plan.takeWritten([]);
  upstream.accounts(6, anAccount({ name: "After the write" }));
  assertEquals(names(await plan.accounts()), ["After the write"]);
  held.give({ accounts: [], server_knowledge: 5 });
  assertEquals(names(await earlier), ["After the write"]);
});

Deno.test("sync() waits while a change is being written, and continues even if the change fails", async () => {
  const { upstream, plan } = aCopy();
  const gate = Promise.withResolvers<void>();
  const writing = plan.holdingReads(() => gate.promise);
  upstream.accounts(5, anAccount({ name: "Checking" }));
  const reading = plan.accounts();
  await settle();
  assertEquals(upstream.calls, []);
  gate.reject(new Error("cut"));
  await assertRejects(() => writing, Error, "cut");
  assertEquals(names(await reading), ["Checking"]);
});

Deno.test("sync() uses fresh cached data during a change", async () => {
  const { plan } = await afterAccounts(5, anAccount({ name: "Checking" }));
  const gate = Promise.withResolvers<void>();
  const writing = plan.holdingReads(() => gate.promise);
  assertEquals(names(await plan.accounts()), ["Checking"]);
  gate.resolve();
  await writing;
});

/**
 * A store in which a test can make the next few calls to one method fail (by default, only the next
 * call).
 */
function aFailingStore(
  method: "applyChange" | "loadCollection",
): { readonly store: Store; readonly failNext: (times?: number) => void } {
  let failing = 0;
  const fail = (): void => {
    if (failing-- > 0) throw new Error("store is busy");
  };
  const store = intercepted(createMemoryStore(Date.now), { [method]: fail });
  return { store, failNext: (times = 1) => void (failing = times) };
}

Deno.test("sync() returns before the data is stored", async () => {
  const { upstream, store, plan } = aCopy();
  const stored = async (): Promise<number | undefined> =>
    (await store.loadCollection({ planId: PLAN_ID, name: "accounts" }, null))?.state.knowledge;
  upstream.accounts(5);
  await plan.accounts();
  assertEquals(await stored(), undefined);
  await settle();
  assertEquals(await stored(), 5);
});

Deno.test("sync() continues without the store if loading fails", async () => {
  const { store, failNext } = aFailingStore("loadCollection");
  const { upstream, plan, failures } = aCopy({ store });
  failNext();
  upstream.accounts(5, anAccount({ name: "Checking" }));
  assertEquals(names(await plan.accounts()), ["Checking"]);
  assertEquals(failures.length, 1);
});

Deno.test("written() retries a failed write without losing stored data", async () => {
  const { store, failNext } = aFailingStore("applyChange");
  const { upstream, clock, plan, copy, failures } = aCopy({ store });
  const checking = anAccount({ name: "Checking" });
  const savings = anAccount({ name: "Savings" });
  upstream.accounts(5, checking);
  await plan.accounts();
  await copy.written();
  clock.advance(MAX_AGE_MS);
  upstream.accounts(6, savings);
  failNext();
  assertEquals(names(await plan.accounts()), ["Checking", "Savings"]);
  await settle();
  assertEquals(failures.length, 1);
  await copy.written();
  const warm = aCopy({ clock, store });
  assertEquals(names(await warm.plan.accounts()), ["Checking", "Savings"]);
});

Deno.test("written() doesn't retry a failed write that it was waiting for", async () => {
  const { store, failNext } = aFailingStore("applyChange");
  const { upstream, plan, failures } = aCopy({ store });
  failNext(2);
  upstream.accounts(5, anAccount());
  await plan.accounts();
  await plan.written();
  assertEquals(failures.length, 1);
});

Deno.test("sync() reloads and overwrites stored transactions whose format is unknown", async () => {
  const { upstream, clock, store, plan, failures } = aCopy();
  const change = aChange({ parts: [aPart("0000-00-00", "unknown".repeat(20))] });
  await store.applyChange({ planId: PLAN_ID, name: "transactions" }, change);
  upstream.transactions(5, aTransaction({ id: "one" }));
  assertEquals((await plan.transactions()).live.length, 1);
  await plan.written();
  assert(failures.length > 0);
  const other = aCopy({ store, clock });
  assertEquals((await other.plan.knownTransactions())?.live.map(({ id }) => id), ["one"]);
  assertEquals(other.failures, []);
});

Deno.test("before the first read, absorb() reserves no ids, because the ids couldn't be stored", async () => {
  const { upstream, plan } = aCopy();
  const id = "0a1b2c3d-0000-4000-8000-000000000001";
  await plan.takeWritten([{ transaction: aTransaction({ id }) }]);
  upstream.transactions(5, aTransaction());
  const { live, deletedIds } = await plan.transactions();
  assertEquals([live.length, [...deletedIds], plan.ids.sharing("0a1b2c3d")], [1, [], []]);
});

Deno.test("sync() reads without a lock if the store can't provide one, and logs this", async () => {
  const store = createMemoryStore(Date.now);
  const broken = new Error("no locks");
  const { upstream, plan, failures } = aCopy({
    store: { ...store, lockLoad: () => Promise.reject(broken) },
  });
  upstream.fail("getAccounts", unavailable);
  await assertRejects(() => plan.accounts(), UpstreamError, "not reachable");
  upstream.accounts(5, anAccount({ name: "Checking" }));
  assertEquals(names(await plan.accounts()), ["Checking"]);
  assertEquals(failures, [broken, broken]);
});

Deno.test("sync() sends nothing for a caller that cancels while waiting for the lock", async () => {
  const store = createMemoryStore(Date.now);
  const stop = new AbortController();
  const { upstream, plan, failures } = aCopy({
    store: {
      ...store,
      lockLoad: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    },
  });
  const reading = plan.accounts({ signal: stop.signal });
  await settle();
  stop.abort(new Error("Enough"));
  await assertRejects(() => reading, Error, "Enough");
  await settle();
  assertEquals([upstream.calls, failures], [[], []]);
});

Deno.test("sync() releases the lock when all data is stored or the read has failed", async () => {
  const store = createMemoryStore(Date.now);
  const order: string[] = [];
  const written = Promise.withResolvers<void>();
  const lockLoad: Store["lockLoad"] = () =>
    Promise.resolve(() => Promise.resolve(void order.push("released")));
  const applyChange = (): Promise<unknown> => written.promise.then(() => order.push("written"));
  const { upstream, plan } = aCopy({
    store: { ...intercepted(store, { applyChange }), lockLoad },
  });
  upstream.fail("getAccounts", unavailable);
  await assertRejects(() => plan.accounts(), UpstreamError);
  await settle();
  assertEquals(order, ["released"]);
  upstream.accounts(5);
  await plan.accounts();
  await settle();
  assertEquals(order, ["released"]);
  written.resolve();
  await plan.written();
  await settle();
  assertEquals(order, ["released", "written", "released"]);
});

Deno.test("sync() reads all transactions again if the clock is set back by more than a day", async () => {
  for (const [backMs, isWhole] of [[DAY_MS, false], [DAY_MS + 1, true]] as const) {
    const { upstream, clock, plan } = aCopy();
    upstream.transactions(5);
    await plan.transactions();
    clock.advance(-backMs);
    upstream.transactions(5);
    await plan.transactions();
    const whole = { planId: PLAN_ID, sinceDate: "1990-01-01" };
    const expected = isWhole ? whole : { ...whole, knowledge: 5 };
    assertEquals(upstream.asked("getTransactions")[1], expected);
  }
});

Deno.test("sync() stops reserving the id of a record that a delta restores", async () => {
  const one = anAccount({ id: "one" });
  const { upstream, clock, plan, store } = await afterAccounts(5, { ...one, deleted: true });
  await plan.written();
  clock.advance(MAX_AGE_MS);
  upstream.accounts(6, one);
  await plan.accounts();
  await plan.written();
  const kept = await store.loadCollection({ planId: PLAN_ID, name: "accounts" }, null);
  assertEquals(textsIn(kept)?.find(([part]) => part === "deleted"), ["deleted", "[]"]);
});

Deno.test("sync() overwrites data that came from an older full read, even if another process has just validated that data", async () => {
  const start = "2024-03-10T12:00:00Z";
  const [early, late] = [aClock(start), aClock(start)];
  const store = createMemoryStore(early.now);
  const [ours, theirs] = [aCopy({ store, clock: late }), aCopy({ store, clock: early })];
  const [stays, goes] = [aTransaction({ id: "stays" }), aTransaction({ id: "goes" })];
  theirs.upstream.transactions(5, stays, goes);
  await theirs.plan.transactions();
  await theirs.plan.written();
  late.advance(8 * DAY_MS);
  const held = ours.upstream.hold("getTransactions");
  const reading = ours.plan.transactions();
  await settle();
  early.advance(MAX_AGE_MS);
  theirs.upstream.transactions(5);
  await theirs.plan.transactions();
  await theirs.plan.written();
  held.give({ transactions: [stays], server_knowledge: 5 });
  await reading;
  await ours.plan.written();
  const known = await aCopy({ store, clock: late }).plan.knownTransactions();
  assertEquals(known?.live.map(({ id }) => id), ["stays"]);
});
