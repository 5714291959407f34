import { assertEquals } from "@std/assert";
import { aPayee, aSchedule, aTransaction } from "../../_builders.ts";
import { createMemoryStore } from "../../../sync/store/sqlite_backend.ts";
import { aClock, aCopy, intercepted, MAX_AGE_MS, settle, type TestCopy } from "../_copy.ts";

const cafe = { payee_id: "p", payee_name: "Cafe" };

async function namesOfRows({ plan }: TestCopy): Promise<readonly unknown[]> {
  return (await plan.knownTransactions())?.live.map(({ payee_name }) => payee_name) ?? [];
}

/**
 * A cache with a transaction and a schedule whose payee was later renamed from "Cafe" to "Bistro".
 */
async function afterRename(): Promise<TestCopy> {
  const test = aCopy();
  test.upstream.transactions(5, aTransaction({ id: "t", ...cafe }));
  await test.plan.transactions();
  test.upstream.schedules(5, aSchedule({ id: "s", ...cafe }));
  await test.plan.scheduledTransactions();
  test.upstream.payees(6, aPayee({ id: "p", name: "Bistro" }), aPayee({ id: "q", name: "Shop" }));
  await test.plan.payees();
  return test;
}

Deno.test("an older payee name doesn't replace a newer name", async () => {
  const test = await afterRename();
  assertEquals(await namesOfRows(test), ["Bistro"]);
  test.clock.advance(MAX_AGE_MS);
  test.upstream.transactions(7, aTransaction({ id: "t2", payee_id: "p", payee_name: "Trattoria" }));
  await test.plan.transactions();
  assertEquals(await namesOfRows(test), ["Trattoria", "Trattoria"]);
  test.clock.advance(MAX_AGE_MS);
  // This delta omits the renamed payee.
  test.upstream.payees(7, aPayee({ id: "q", name: "Store" }));
  await test.plan.payees();
  assertEquals(await namesOfRows(test), ["Trattoria", "Trattoria"]);
});

Deno.test("when a payee is renamed, newer names of other payees aren't overwritten by older cached ones", async () => {
  const one = aCopy();
  const other = aCopy({ clock: one.clock, store: one.store });
  other.upstream.transactions(7, aTransaction({ id: "t", ...cafe, payee_name: "Bistro" }));
  await other.plan.transactions();
  await other.copy.written();
  await one.plan.noticeChanges();
  one.upstream.payees(5, aPayee({ id: "p", name: "Cafe" }), aPayee({ id: "q", name: "Shop" }));
  await one.plan.payees();
  assertEquals(await namesOfRows(one), ["Bistro"]);
  await one.plan.takeWritten([{ payee: aPayee({ id: "q", name: "Store" }), server_knowledge: 8 }]);
  assertEquals(await namesOfRows(one), ["Bistro"]);
});

Deno.test("deleting a payee doesn't change the payee names of cached transactions", async () => {
  const test = await afterRename();
  test.clock.advance(MAX_AGE_MS);
  test.upstream.payees(7, aPayee({ id: "p", name: "Gone", deleted: true }));
  await test.plan.payees();
  assertEquals(await namesOfRows(test), ["Bistro"]);
  const answer = { payee: aPayee({ id: "p", name: "Gone", deleted: true }), server_knowledge: 8 };
  await test.plan.takeWritten([answer]);
  assertEquals(await namesOfRows(test), ["Bistro"]);
});

Deno.test("a payee in the response to a write is cached, and scheduled transactions show the payee's name", async () => {
  const test = await afterRename();
  await test.plan.takeWritten([
    { payee: aPayee({ id: "p", name: "Trattoria" }), server_knowledge: 7 },
    { transaction: aTransaction({ id: "x" }) },
  ]);
  test.upstream.payees(7);
  const { live } = await test.plan.payees();
  assertEquals(live.map(({ name }) => name), ["Trattoria", "Shop"]);
  test.upstream.schedules(7);
  const all = await test.plan.scheduledTransactions();
  assertEquals(all.live.map(({ payee_name }) => payee_name), ["Trattoria"]);
});

Deno.test("a payee's new name replaces the old name in cached schedules, even if another process stored the new name", async () => {
  const test = await afterRename();
  await test.copy.written();
  const { clock, store } = test;
  // This cache reads the schedules as they were before the rename, and loads the payees from the
  // store.
  const other = aCopy({ clock, store });
  other.upstream.schedules(6, aSchedule({ id: "s", ...cafe }));
  await other.plan.scheduledTransactions({ isFreshOnly: true });
  other.upstream.payees(6);
  await other.plan.payees({ isFreshOnly: true });
  clock.advance(MAX_AGE_MS);
  other.upstream.schedules(6);
  const { live } = await other.plan.scheduledTransactions();
  assertEquals(live.map(({ payee_name }) => payee_name), ["Bistro"]);
});

for (const knowledge of [5, 6, 7]) {
  Deno.test(`a rename survives when another process stores schedules at server knowledge ${knowledge}`, async () => {
    const clock = aClock();
    const store = createMemoryStore(clock.now);
    let otherHasWritten = Promise.resolve();
    const delayed = intercepted(store, { applyChange: () => otherHasWritten });
    const test = aCopy({ clock, store: delayed });
    const { upstream, plan } = test;
    upstream.transactions(5, aTransaction({ id: "t", ...cafe }));
    await plan.transactions();
    upstream.schedules(5, aSchedule({ id: "s", ...cafe }));
    await plan.scheduledTransactions();
    upstream.payees(5, aPayee({ id: "p", name: "Cafe" }));
    await plan.payees();
    await test.copy.written();
    const other = aCopy({ clock, store });
    clock.advance(MAX_AGE_MS);
    const written = Promise.withResolvers<void>();
    otherHasWritten = written.promise;
    upstream.payees(6, aPayee({ id: "p", name: "Bistro" }));
    await plan.payees();
    // Deltas omit schedules whose payee was renamed.
    other.upstream.schedules(knowledge);
    await other.plan.scheduledTransactions({ isFreshOnly: true });
    await other.copy.written();
    written.resolve();
    await test.copy.written();
    clock.advance(MAX_AGE_MS);
    upstream.schedules(7);
    // If the other process read the schedules after the payees were read, either name may be
    // current, so the schedules are reloaded.
    upstream.schedules(7, aSchedule({ id: "s", ...cafe, payee_name: "Bistro" }));
    for (const { plan } of [test, aCopy({ clock, store })]) {
      const { live } = await plan.scheduledTransactions();
      assertEquals(live.map(({ payee_name }) => payee_name), ["Bistro"]);
      await test.copy.written();
    }
    assertEquals(test.failures, []);
  });
}

Deno.test("stale cached payee names don't overwrite the names in transactions that another process saved more recently", async () => {
  const one = aCopy();
  one.upstream.transactions(5, aTransaction({ id: "t", ...cafe }));
  await one.plan.transactions();
  one.upstream.payees(5, aPayee({ id: "p", name: "Cafe" }), aPayee({ id: "q", name: "Shop" }));
  await one.plan.payees();
  await one.copy.written();
  const { clock, store } = one;
  const other = aCopy({ clock, store });
  // The payee was renamed in YNAB, and then a transaction with the new name was entered.
  const bistro = { ...cafe, payee_name: "Bistro" };
  const later = aTransaction({ id: "t2", ...bistro });
  other.upstream.transactions(7, later);
  // The stored payees contradict the new name, so the transactions are reloaded.
  other.upstream.transactions(7, aTransaction({ id: "t", ...bistro }), later);
  await other.plan.transactions({ isFreshOnly: true });
  await other.copy.written();
  await one.plan.noticeChanges();
  await one.plan.payees();
  assertEquals(await namesOfRows(one), ["Bistro", "Bistro"]);
  // The response to a rename of another payee doesn't change these names, either.
  await one.plan.takeWritten([{ payee: aPayee({ id: "q", name: "Store" }), server_knowledge: 8 }]);
  assertEquals(await namesOfRows(one), ["Bistro", "Bistro"]);
});

Deno.test("when the plan is restored, the cache discards a payee's new name, even if the process that stored the name died before it stored the payee's transactions", async () => {
  const one = aCopy();
  const { clock, store } = one;
  const cafes = [aTransaction({ id: "t", ...cafe }), aPayee({ id: "p", name: "Cafe" })] as const;
  one.upstream.transactions(5, cafes[0]);
  await one.plan.transactions();
  one.upstream.payees(5, cafes[1]);
  await one.plan.payees();
  await one.copy.written();
  // This process renames the payee and ends before it stores the transactions.
  const unwritten = intercepted(store, {
    applyChange: ({ name }) => name === "transactions" ? new Promise(() => {}) : null,
  });
  const dying = aCopy({ clock, store: unwritten });
  await dying.plan.knownTransactions();
  await dying.plan.takeWritten([
    { payee: aPayee({ id: "p", name: "Bistro" }), server_knowledge: 6 },
  ]);
  await settle();
  const other = aCopy({ clock, store });
  other.upstream.transactions(5);
  other.upstream.payees(5);
  other.upstream.payees(5, cafes[1]);
  other.upstream.transactions(5, cafes[0]);
  await other.plan.transactions({ isFreshOnly: true });
  assertEquals(await namesOfRows(other), ["Cafe"]);
});
