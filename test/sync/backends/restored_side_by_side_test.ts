import { assertEquals } from "@std/assert";
import type { Account } from "../../../client/wire/account.ts";
import type { Store } from "../../../sync/store/store.ts";
import { aMonth, anAccount, aTransaction } from "../../_builders.ts";
import { aCopy, intercepted, MAX_AGE_MS, settle, type TestCopy } from "../_copy.ts";

const kept = anAccount({ id: "kept", name: "Kept" });

/**
 * Two processes with stale caches, which contain the accounts as of server knowledge 9.
 */
async function bothAtNine(): Promise<readonly [one: TestCopy, other: TestCopy]> {
  const one = aCopy();
  one.upstream.accounts(9, kept);
  await one.plan.accounts();
  await one.copy.written();
  const other = aCopy({ clock: one.clock, store: one.store });
  await other.plan.accounts();
  one.clock.advance(MAX_AGE_MS);
  return [one, other];
}

const idsOf = (set: {
  readonly live: readonly { readonly id: string }[];
  readonly deletedIds: ReadonlySet<string>;
}): readonly [readonly string[], readonly string[]] => [
  set.live.map(({ id }) => id),
  [...set.deletedIds].toSorted(),
];

Deno.test("a process that detects a restore reloads all data, including months, and stores it for other processes", async () => {
  const one = aCopy();
  one.upstream.accounts(9, anAccount({ id: "lost" }), kept);
  await one.plan.accounts();
  one.upstream.transactions(9, aTransaction({ id: "lost row" }));
  await one.plan.transactions();
  one.upstream.month(aMonth({ month: "2024-03-01" }));
  await one.plan.month("2024-03-01");
  one.clock.advance(MAX_AGE_MS);
  one.upstream.accounts(3);
  one.upstream.accounts(3, kept);
  await one.plan.accounts();
  one.upstream.transactions(3, aTransaction({ id: "new" }));
  assertEquals(idsOf(await one.plan.transactions()), [["new"], ["lost row"]]);
  one.upstream.month(aMonth({ month: "2024-03-01", income: 7 }));
  assertEquals((await one.plan.month("2024-03-01")).income, 7);
  await one.copy.written();
  const after = aCopy({ clock: one.clock, store: one.store });
  assertEquals(idsOf(await after.plan.transactions()), [["new"], ["lost row"]]);
  assertEquals(idsOf(await after.plan.accounts()), [["kept"], ["lost"]]);
  assertEquals((await after.plan.month("2024-03-01")).income, 7);
  assertEquals(after.upstream.calls, []);
});

Deno.test("a process discards any deltas that it has already requested if another process detects a restore", async () => {
  const [one, other] = await bothAtNine();
  const held = other.upstream.hold("getAccounts");
  const reading = other.plan.accounts();
  await settle();
  one.upstream.accounts(3);
  one.upstream.accounts(3, kept);
  await one.plan.accounts();
  await one.copy.written();
  await other.plan.noticeChanges();
  other.upstream.accounts(3, kept);
  held.give({ accounts: [anAccount({ id: "lost" })], server_knowledge: 10 });
  assertEquals(idsOf(await reading), [["kept"], []]);
  assertEquals(other.upstream.asked("getAccounts"), [
    { planId: "plan-1", knowledge: 9 },
    { planId: "plan-1" },
  ]);
});

Deno.test("an empty delta keeps stored data fresh for processes that start later", async () => {
  const one = aCopy();
  one.upstream.accounts(9, kept);
  await one.plan.accounts();
  one.clock.advance(MAX_AGE_MS);
  one.upstream.accounts(9);
  await one.plan.accounts();
  await one.copy.written();
  one.clock.advance(MAX_AGE_MS - 1);
  const after = aCopy({ clock: one.clock, store: one.store });
  assertEquals(idsOf(await after.plan.accounts()), [["kept"], []]);
  assertEquals(after.upstream.calls, []);
});

Deno.test("a process adopts the newer data that another process read, including the time of the read", async () => {
  const [one, other] = await bothAtNine();
  one.upstream.accounts(12, { ...kept, name: "Renamed" }, anAccount({ id: "new" }));
  await one.plan.accounts();
  await one.copy.written();
  one.clock.advance(MAX_AGE_MS - 1);
  const read = async (): Promise<readonly string[]> => {
    await other.plan.noticeChanges();
    return (await other.plan.accounts()).live.map(({ name }) => name);
  };
  assertEquals([await read(), other.upstream.calls], [["Renamed", anAccount().name], []]);
  one.clock.advance(1);
  other.upstream.accounts(12);
  assertEquals((await read())[0], "Renamed");
  assertEquals(other.upstream.asked("getAccounts"), [{ planId: "plan-1", knowledge: 12 }]);
});

Deno.test("a process keeps its newer data when another process writes older data", async () => {
  const [one, other] = await bothAtNine();
  // Both processes read, and the process with the newer data writes last.
  const held = other.upstream.hold("getAccounts");
  const reading = other.plan.accounts();
  one.upstream.accounts(10, { ...kept, name: "At 10" });
  await one.plan.accounts();
  await one.copy.written();
  held.give({ accounts: [{ ...kept, name: "At 11" }], server_knowledge: 11 });
  const names = (all: { readonly live: readonly Account[] }): readonly string[] =>
    all.live.map(({ name }) => name);
  assertEquals(names(await reading), ["At 11"]);
  await other.copy.written();
  const after = aCopy({ clock: one.clock, store: one.store });
  assertEquals(names(await after.plan.accounts()), ["At 11"]);
  assertEquals(after.upstream.calls, []);
});

Deno.test("two simultaneous full reads with the same server knowledge both succeed, and one result is stored", async () => {
  const first = aCopy();
  let writes = 0;
  const store: Store = {
    ...intercepted(first.store, { applyChange: () => writes++ }),
    // Always grant the lock, so that neither process waits for the other.
    lockLoad: () => Promise.resolve(() => Promise.resolve()),
  };
  const copies = [0, 1].map(() => aCopy({ clock: first.clock, store }));
  for (const copy of copies) copy.upstream.accounts(9, kept);
  await Promise.all(copies.map(({ plan }) => plan.accounts()));
  await Promise.all(copies.map(({ copy }) => copy.written()));
  assertEquals(copies.map(({ failures }) => failures), [[], []]);
  assertEquals(writes, 2);
  for (const copy of copies) assertEquals(idsOf(await copy.plan.accounts()), [["kept"], []]);
});
