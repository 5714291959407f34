import { assertEquals } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { aMonth, anAccount, aTransaction } from "../../_builders.ts";
import { aClock, aCopy, beginChange, intercepted, type TestCopy } from "../_copy.ts";
import { FakeClient } from "../_fake_client.ts";
import { BACKENDS } from "./_backends.ts";

const MINUTE_MS = 60_000;

function row(id: string, date: string, deleted = false): Transaction {
  return aTransaction({ id, date, deleted });
}

const cases: Readonly<Record<string, readonly [first: readonly string[], isFailing: boolean]>> = {
  "created with a late write": [[], false],
  "moved to another month with a late write": [["2024-01-09"], false],
  "created with a failed write": [[], true],
};

const MONTHS = Array.from(
  { length: 24 },
  (_, at) => `${2022 + Math.floor(at / 12)}-${String(1 + at % 12).padStart(2, "0")}-01`,
);

for (const [what, [first, isFailing]] of Object.entries(cases)) {
  Deno.test(`once one process has detected that a transaction was deleted, the transaction stays deleted, even if another process saw it ${what}`, async () => {
    await using backend = await BACKENDS.memory!();
    const clock = aClock();
    let beforeWrite: () => unknown = () => {};
    const { store } = await backend.connect();
    const one = aCopy({ store: intercepted(store, { applyChange: () => beforeWrite() }), clock });
    const other = aCopy({ store: (await backend.connect()).store, clock });
    one.upstream.transactions(
      1,
      row("keep", "2024-01-05"),
      ...first.map((date) => row("x", date)),
    );
    await one.plan.transactions();
    await one.copy.written();
    await other.plan.transactions();

    clock.advance(MINUTE_MS);
    const gate = Promise.withResolvers<void>();
    beforeWrite = () => {
      if (!isFailing) return gate.promise;
      beforeWrite = () => {};
      throw new Error("the disk is full");
    };
    one.upstream.transactions(2, row("x", "2024-02-09"));
    await one.plan.transactions();
    if (isFailing) await one.copy.written();

    clock.advance(MINUTE_MS);
    other.upstream.transactions(3, row("x", "2024-02-09", true));
    await other.plan.transactions({ isFreshOnly: true });
    await other.copy.written();
    gate.resolve();
    beforeWrite = () => {};
    await one.copy.written();

    clock.advance(MINUTE_MS);
    one.upstream.transactions(3);
    const live = async (process: TestCopy): Promise<readonly string[]> =>
      (await process.plan.transactions()).live.map(({ id }) => id).toSorted();
    assertEquals(await live(one), ["keep"]);
    clock.advance(MINUTE_MS);
    one.upstream.transactions(4, row("n", "2024-02-20"));
    await one.plan.transactions();
    await one.copy.written();
    const fresh = aCopy({ store: (await backend.connect()).store, clock });
    assertEquals(await live(fresh), ["keep", "n"]);
  });
}

Deno.test("a process reuses months that another process has read", async () => {
  await using backend = await BACKENDS.memory!();
  const clock = aClock();
  let knowledge = 10;
  const edits: { readonly knowledge: number; readonly month: string }[] = [];
  let asked = 0;
  const start = async (): Promise<TestCopy> => {
    const upstream = new FakeClient();
    const client = {
      ...upstream.client,
      getPlanMonths: (args: { readonly knowledge?: number }): Promise<unknown> => {
        asked += 1;
        const since = edits.filter((edit) => edit.knowledge > (args.knowledge ?? 0));
        const named = args.knowledge === undefined ? MONTHS : since.map(({ month }) => month);
        const months = named.map((month) => ({ month, deleted: false }));
        return Promise.resolve({ months, server_knowledge: knowledge });
      },
      getPlanMonth: ({ month }: { readonly month: string }): Promise<unknown> => {
        asked += 1;
        return Promise.resolve({ month: aMonth({ month }) });
      },
      getCategories: (): Promise<unknown> => {
        asked += 1;
        return Promise.resolve({ category_groups: [], server_knowledge: knowledge });
      },
    };
    const store = (await backend.connect()).store;
    return aCopy({ upstream: Object.assign(upstream, { client }) as FakeClient, store, clock });
  };
  const [one, other] = [await start(), await start()];
  const trends = async ({ plan, copy }: TestCopy): Promise<number> => {
    const before = asked;
    clock.advance(MINUTE_MS);
    await plan.monthSummaries();
    for (const month of MONTHS) await plan.month(month);
    await copy.written();
    return asked - before;
  };
  assertEquals([await trends(other), await trends(one), await trends(other)], [25, 1, 1]);
  knowledge += 1;
  edits.push({ knowledge, month: MONTHS[5] ?? "" });
  // After the edit, the first process reads the month list, the changed month and the categories.
  assertEquals([await trends(one), await trends(other), await trends(one)], [3, 1, 1]);
});

Deno.test("setting a clock back leaves the freshness window unchanged", async () => {
  await using backend = await BACKENDS.memory!();
  const ahead = aClock("2025-03-10T12:00:00Z");
  const past = aCopy({ store: (await backend.connect()).store, clock: ahead });
  await past.plan.holdingReads(() => Promise.resolve());
  const clock = aClock();
  const { plan, upstream } = aCopy({ store: (await backend.connect()).store, clock });
  await plan.noticeChanges();
  upstream.accounts(5);
  await plan.accounts();
  clock.advance(1_000);
  await plan.noticeChanges();
  await plan.accounts();
  assertEquals(upstream.asked("getAccounts").length, 1);
});

Deno.test("a process detects a change made by a process that died", async () => {
  await using backend = await BACKENDS.memory!();
  const clock = aClock();
  const { plan, upstream } = aCopy({ store: (await backend.connect()).store, clock });
  await plan.noticeChanges();
  upstream.accounts(5);
  await plan.accounts();
  const dying = await backend.connect();
  await beginChange(aCopy({ store: dying.store, clock }).plan);
  await dying.kill();
  clock.advance(1_000);
  await plan.noticeChanges();
  upstream.accounts(6, anAccount());
  assertEquals((await plan.accounts()).live.length, 1);
});

Deno.test("processes that start later reuse data that was read after a change", async () => {
  await using backend = await BACKENDS.memory!();
  const clock = aClock();
  const month = "2024-03-01";
  const one = aCopy({ store: (await backend.connect()).store, clock });
  await one.plan.holdingReads(() => Promise.resolve());
  await one.plan.noticeChanges();
  // Read the month first, then the accounts. Otherwise, the server knowledge returned when the
  // accounts were read would make the month count as current, even if nothing in the stored data
  // showed that the month had been read after the change.
  one.upstream.month(aMonth({ month }));
  await one.plan.month(month);
  one.upstream.accounts(5, anAccount());
  await one.plan.accounts();
  await one.copy.written();
  const next = aCopy({ store: (await backend.connect()).store, clock });
  await next.plan.noticeChanges();
  assertEquals((await next.plan.month(month)).month, month);
  assertEquals((await next.plan.accounts()).live.length, 1);
  assertEquals(next.upstream.calls, []);
});

Deno.test("no process reuses data that was read before a change, even if the process that made the change died", async () => {
  await using backend = await BACKENDS.memory!();
  const clock = aClock();
  const month = "2024-03-01";
  const dying = await backend.connect();
  const one = aCopy({ store: dying.store, clock });
  one.upstream.accounts(5);
  await one.plan.accounts();
  one.upstream.month(aMonth({ month }));
  await one.plan.month(month);
  await one.copy.written();
  await beginChange(one.plan);
  await dying.kill();
  const next = aCopy({ store: (await backend.connect()).store, clock });
  await next.plan.noticeChanges();
  next.upstream.accounts(6, anAccount());
  assertEquals((await next.plan.accounts()).live.length, 1);
  next.upstream.month(aMonth({ month, note: "after" }));
  assertEquals((await next.plan.month(month)).note, "after");
});
