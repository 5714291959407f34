import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import type { TransactionList } from "../../../client/calls.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { createMemoryStore } from "../../../sync/memory/memory_store.ts";
import type { TransactionSet } from "../../../sync/record_set.ts";
import { SINCE_EVER } from "../../../sync/collections.ts";
import { aTransaction } from "../../_builders.ts";
import { aClock, aCopy, MAX_AGE_MS, PLAN_ID, settle, type TestCopy } from "../_copy.ts";

const SINCE = "2024-02-01";
/** Ten days before: matched transactions may be so far apart. */
const SINCE_ASKED = "2024-01-22";
const older = aTransaction({ id: "00000001-0000-4000-8000-000000000000", date: "2010-05-05" });
const newer = aTransaction({ id: "00000002-0000-4000-8000-000000000000", date: "2024-03-01" });
const WHOLE: TransactionList = { transactions: [older, newer], server_knowledge: 5 };
const BOUNDED: TransactionList = { transactions: [newer], server_knowledge: 5 };

function idsOf({ live }: Pick<TransactionSet, "live">): readonly string[] {
  return live.map(({ id }) => id);
}

function sincesAsked({ upstream }: TestCopy): readonly unknown[] {
  return upstream.asked("getTransactions").map((args) =>
    (args as { readonly sinceDate: string }).sinceDate
  );
}

Deno.test("a first question with a bound is answered from its range, and the whole set is read behind it", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  const whole = test.upstream.hold("getTransactions");
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id]);
  const behind = test.plan.written();
  await settle();
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
  whole.give(WHOLE);
  await behind;
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id, older.id]);
  assertEquals(idsOf(await test.plan.transactions()), [newer.id, older.id]);
  assertEquals(sincesAsked(test).length, 2);
});

Deno.test("the whole set is not asked for before the call has been answered", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  test.upstream.answer("getTransactions", WHOLE);
  await test.copy.answering(async () => {
    await test.plan.transactions({ since: SINCE });
    await settle();
    assertEquals(sincesAsked(test), [SINCE_ASKED]);
  });
  await test.plan.written();
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
});

Deno.test("a question about all ages waits for the whole set, and asks for it once", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  const whole = test.upstream.hold("getTransactions");
  await test.plan.transactions({ since: SINCE });
  assertEquals(await test.plan.knownTransactions(), null);
  const all = test.plan.transactions();
  const behind = test.plan.written();
  await settle();
  whole.give(WHOLE);
  assertEquals(idsOf(await all), [newer.id, older.id]);
  await behind;
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
});

Deno.test("a second question within the bound asks nothing, an older one waits for the whole set", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  const whole = test.upstream.hold("getTransactions");
  await test.plan.transactions({ since: SINCE });
  assertEquals(idsOf(await test.plan.transactions({ since: "2024-02-20" })), [newer.id]);
  const wider = test.plan.transactions({ since: "2023-12-01" });
  const behind = test.plan.written();
  await settle();
  whole.give(WHOLE);
  assertEquals(idsOf(await wider), [newer.id, older.id]);
  await behind;
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
});

Deno.test("nobody is given a bounded read for a change, for an old day, or where a copy is there", async () => {
  const fresh = aCopy();
  fresh.upstream.answer("getTransactions", WHOLE);
  await fresh.plan.transactions({ since: SINCE, isFreshOnly: true });
  const old = aCopy();
  old.upstream.answer("getTransactions", WHOLE);
  await old.plan.transactions({ since: "2020-01-01" });
  const warm = aCopy({ store: old.store, clock: old.clock });
  await old.plan.written();
  assertEquals(idsOf(await warm.plan.transactions({ since: SINCE })), [newer.id, older.id]);
  assertEquals([fresh, old, warm].map(sincesAsked), [[SINCE_EVER], [SINCE_EVER], []]);
});

Deno.test("where another process has read the whole set since, no bounded read is made", async () => {
  const clock = aClock();
  const store = createMemoryStore(clock.now);
  const [first, second] = [aCopy({ clock, store }), aCopy({ clock, store })];
  // It has looked into the store while that was empty.
  assertEquals(await second.plan.knownTransactions(), null);
  first.upstream.answer("getTransactions", WHOLE);
  await first.plan.transactions();
  await first.plan.written();
  assertEquals(idsOf(await second.plan.transactions({ since: SINCE })), [newer.id, older.id]);
  assertEquals(sincesAsked(second), []);
});

Deno.test("a bounded read is never stored, and another process reads the whole set", async () => {
  const clock = aClock();
  const store = createMemoryStore(clock.now);
  const first = aCopy({ clock, store });
  first.upstream.answer("getTransactions", BOUNDED);
  first.upstream.fail("getTransactions", new UpstreamError("down", { code: "unavailable" }));
  await first.plan.transactions({ since: SINCE });
  await first.plan.written();
  assertEquals(await store.loadCollection({ planId: PLAN_ID, name: "transactions" }, null), null);
  const second = aCopy({ clock, store });
  second.upstream.answer("getTransactions", WHOLE);
  assertEquals(idsOf(await second.plan.transactions()), [newer.id, older.id]);
});

Deno.test("when the read behind fails, who needs the whole set asks again and hears why", async () => {
  const test = aCopy();
  const down = new UpstreamError("down", { code: "unavailable" });
  test.upstream.answer("getTransactions", BOUNDED);
  test.upstream.fail("getTransactions", down);
  test.upstream.fail("getTransactions", down);
  test.upstream.answer("getTransactions", WHOLE);
  await test.plan.transactions({ since: SINCE });
  await test.plan.written();
  await assertRejects(() => test.plan.transactions(), UpstreamError, "down");
  assertEquals(idsOf(await test.plan.transactions()), [newer.id, older.id]);
  assertEquals(test.failures, []);
});

Deno.test("when the bounded read fails, its caller hears why and the next question asks again", async () => {
  const test = aCopy();
  test.upstream.fail("getTransactions", new UpstreamError("down", { code: "unavailable" }));
  await assertRejects(() => test.plan.transactions({ since: SINCE }), UpstreamError, "down");
  test.upstream.answer("getTransactions", BOUNDED);
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id]);
});

Deno.test("a caller who gives up ends the bounded read, unless another one waits for it", async () => {
  const test = aCopy();
  const held = test.upstream.hold("getTransactions");
  const stop = new AbortController();
  const first = test.plan.transactions({ since: SINCE, signal: stop.signal });
  await settle();
  const second = test.plan.transactions({ since: SINCE });
  await settle();
  stop.abort(new Error("Enough"));
  await assertRejects(() => first, Error, "Enough");
  held.give(BOUNDED);
  assertEquals(idsOf(await second), [newer.id]);
  assertEquals(sincesAsked(test), [SINCE_ASKED]);
});

Deno.test("after a change nobody is given what was read before it", async () => {
  const test = aCopy();
  // As long as a call is being answered nothing is read behind it.
  await test.copy.answering(async () => {
    test.upstream.answer("getTransactions", BOUNDED);
    await test.plan.transactions({ since: SINCE });
    await test.plan.holdingReads(() => Promise.resolve());
    test.upstream.answer("getTransactions", WHOLE);
    assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id, older.id]);
  });
});

Deno.test("ids and amounts of a bounded read are known like any other", async () => {
  const test = aCopy();
  const shown = { ...newer, amount: -1_500, amount_formatted: "-\u20ac1.50" };
  test.upstream.answer("getTransactions", { ...BOUNDED, transactions: [shown] });
  await test.plan.transactions({ since: SINCE });
  assertEquals(test.plan.ids.sharing("00000002"), [newer.id]);
  assertEquals(test.plan.moneyFormat.symbol, "\u20ac");
});

Deno.test("a restored plan is told by the bounded read, and read whole", async () => {
  const test = aCopy();
  test.upstream.answer("getAccounts", { accounts: [], server_knowledge: 9 });
  await test.plan.accounts();
  test.upstream.answer("getTransactions", BOUNDED);
  test.upstream.answer("getTransactions", WHOLE);
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id, older.id]);
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
});

Deno.test("how far the plan has got is known by a bounded read", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  assertEquals(test.plan.knowledge, null);
  await test.copy.answering(async () => {
    await test.plan.transactions({ since: SINCE });
    assertEquals(test.plan.knowledge, 5);
  });
});

Deno.test("a plan that stands where it was seen last was not restored", async () => {
  const test = aCopy();
  test.upstream.answer("getAccounts", { accounts: [], server_knowledge: 5 });
  await test.plan.accounts();
  test.upstream.answer("getTransactions", BOUNDED);
  await test.copy.answering(async () => {
    assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id]);
  });
});

/** Two transactions of which upstream says that they are one. */
function aPair(dates: readonly [string, string]): readonly [Transaction, Transaction] {
  const [first, second] = [
    "0000000a-0000-4000-8000-000000000000",
    "0000000b-0000-4000-8000-000000000000",
  ];
  return [
    aTransaction({ id: first, date: dates[0], matched_transaction_id: second }),
    aTransaction({ id: second, date: dates[1], matched_transaction_id: first }),
  ];
}

Deno.test("a matched pair is given from a bounded read as long as both are in it", async () => {
  const cases: readonly (readonly [readonly [string, string], boolean])[] = [
    [["2024-03-01", "2024-03-05"], true],
    // One comes before the day, and the other would be missing without it.
    [["2024-01-25", "2024-02-01"], true],
    [["2024-01-21", "2024-02-01"], false],
    [["2024-01-21", "2024-03-01"], false],
    // Neither is asked about.
    [["2024-01-20", "2024-01-25"], true],
  ];
  for (const [dates, isBounded] of cases) {
    const test = aCopy();
    const unmatched = { ...newer, matched_transaction_id: "" };
    const transactions = [unmatched, ...aPair(dates)];
    const within = transactions.filter(({ date }) => date >= SINCE_ASKED);
    test.upstream.answer("getTransactions", { transactions: within, server_knowledge: 5 });
    test.upstream.answer("getTransactions", { transactions, server_knowledge: 5 });
    await test.copy.answering(async () => {
      const given = idsOf(await test.plan.transactions({ since: SINCE }));
      assertEquals(given.length, isBounded ? within.length : transactions.length, `${dates}`);
      assertEquals(sincesAsked(test), isBounded ? [SINCE_ASKED] : [SINCE_ASKED, SINCE_EVER]);
    });
    await test.plan.written();
  }
});

Deno.test("a bounded read that does not do is made once, and the whole set is read once", async () => {
  const test = aCopy();
  const [first, second] = aPair(["2024-01-21", "2024-03-01"]);
  test.upstream.answer("getTransactions", { transactions: [second], server_knowledge: 5 });
  test.upstream.answer("getTransactions", { transactions: [first, second], server_knowledge: 5 });
  for (let time = 0; time < 2; time++) {
    const given = idsOf(await test.plan.transactions({ since: SINCE }));
    assertEquals(given, [second.id, first.id]);
    await test.plan.written();
  }
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
});

Deno.test("a bounded read goes back to the day itself, and no further than a year and a month", async () => {
  const today = "2024-03-10";
  const cases: readonly (readonly [since: string, asked: string])[] = [
    [today, "2024-02-29"],
    // Nothing is dated later; a question about tomorrow is one about today.
    ["2024-12-24", "2024-02-29"],
    ["2023-02-04", "2023-01-25"],
    ["2023-02-03", SINCE_EVER],
  ];
  for (const [since, asked] of cases) {
    const test = aCopy({ clock: aClock(`${today}T12:00:00Z`) });
    test.upstream.answer("getTransactions", BOUNDED);
    await test.copy.answering(async () => {
      await test.plan.transactions({ since });
      assertEquals(sincesAsked(test), [asked], since);
      await test.copy.close();
    });
  }
});

Deno.test("what is given since a day is what the full copy holds since then", async () => {
  const someDay = fc.integer({ min: 0, max: 900 }).map((days) =>
    new Date(Date.UTC(2024, 2, 10) - days * 86_400_000).toISOString().slice(0, 10)
  );
  const somePlan = fc.uniqueArray(fc.tuple(fc.uuid(), someDay), { selector: ([id]) => id });
  await fc.assert(fc.asyncProperty(somePlan, someDay, async (rows, since) => {
    const all = rows.map(([id, date]) => aTransaction({ id, date }));
    const from = (first: string): readonly Transaction[] => all.filter(({ date }) => date >= first);
    const [empty, full] = [aCopy(), aCopy()];
    for (const { upstream } of [empty, full]) {
      const { client } = upstream;
      const { getTransactions } = client;
      Object.assign(client, {
        getTransactions: (args: { readonly sinceDate: string }, options: object) => {
          upstream.answer("getTransactions", {
            transactions: from(args.sinceDate),
            server_knowledge: 3,
          });
          return getTransactions(args as never, options);
        },
      });
    }
    await full.plan.transactions();
    const [given, whole] = await Promise.all([
      empty.plan.transactions({ since }),
      full.plan.transactions({ since }),
    ]);
    const wanted = ({ live }: TransactionSet): readonly unknown[] =>
      live.filter(({ date }) => date >= since).map(({ id, date }) => [id, date]);
    assertEquals(wanted(given), wanted(whole));
    await empty.plan.written();
    assertEquals(idsOf(await empty.plan.transactions()), idsOf(await full.plan.transactions()));
    assert(empty.upstream.asked("getTransactions").length <= 2);
  }));
});

Deno.test("closing does not wait for the whole read behind an answer: it is ended", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  test.upstream.hold("getTransactions");
  await test.plan.transactions({ since: SINCE });
  await settle();
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
  await test.copy.close();
  const [, whole] = test.upstream.calls;
  assertEquals(whole?.options.signal?.aborted, true);
  assertEquals(test.failures, []);
});

Deno.test("a whole read that was not begun when the copy is closed never begins", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  await test.copy.answering(async () => {
    await test.plan.transactions({ since: SINCE });
    await test.copy.close();
  });
  await settle();
  assertEquals(sincesAsked(test), [SINCE_ASKED]);
});

Deno.test("a whole read that a caller waits for as well is not ended by closing", async () => {
  const test = aCopy();
  test.upstream.answer("getTransactions", BOUNDED);
  const whole = test.upstream.hold("getTransactions");
  await test.plan.transactions({ since: SINCE });
  await settle();
  const all = test.plan.transactions();
  await settle();
  await test.copy.close();
  whole.give(WHOLE);
  assertEquals(idsOf(await all), [newer.id, older.id]);
});

Deno.test("after the read behind has failed no second bounded read is made", async () => {
  const test = aCopy();
  const down = new UpstreamError("down", { code: "unavailable" });
  test.upstream.answer("getTransactions", BOUNDED);
  for (let time = 0; time < 3; time++) test.upstream.fail("getTransactions", down);
  await test.plan.transactions({ since: SINCE });
  await test.plan.written();
  // As long as it is fresh it answers, and nothing is asked.
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id]);
  await test.plan.written();
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER]);
  test.clock.advance(MAX_AGE_MS);
  for (let time = 0; time < 2; time++) {
    await assertRejects(() => test.plan.transactions({ since: SINCE }), UpstreamError, "down");
    await test.plan.written();
  }
  assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_EVER, SINCE_EVER, SINCE_EVER]);
  test.upstream.answer("getTransactions", WHOLE);
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id, older.id]);
});

Deno.test("a bounded read that fails for those who joined it is not given to anybody later", async () => {
  const test = aCopy();
  const held = test.upstream.hold("getTransactions");
  const stop = new AbortController();
  const first = test.plan.transactions({ since: SINCE, signal: stop.signal });
  await settle();
  const second = test.plan.transactions({ since: SINCE });
  await settle();
  stop.abort(new Error("Enough"));
  await assertRejects(() => first, Error, "Enough");
  held.fail(new UpstreamError("down", { code: "unavailable" }));
  await assertRejects(() => second, UpstreamError, "down");
  test.upstream.answer("getTransactions", BOUNDED);
  assertEquals(idsOf(await test.plan.transactions({ since: SINCE })), [newer.id]);
});

Deno.test("a bounded read that all have given up is not joined by the next one", async () => {
  const test = aCopy();
  test.upstream.hold("getTransactions");
  const stop = new AbortController();
  const [first, second] = [stop.signal, stop.signal].map((signal) =>
    test.plan.transactions({ since: SINCE, signal })
  );
  await settle();
  stop.abort(new Error("Enough"));
  test.upstream.answer("getTransactions", BOUNDED);
  const third = test.plan.transactions({ since: SINCE });
  await Promise.all([first, second].map((one) => assertRejects(() => one!, Error, "Enough")));
  assertEquals(idsOf(await third), [newer.id]);
});

Deno.test("a bounded read that was under way when the plan went back is not kept", async () => {
  const test = aCopy();
  const { upstream, clock, plan, copy } = test;
  await copy.answering(async () => {
    upstream.answer("getAccounts", { accounts: [], server_knowledge: 9 });
    await plan.accounts();
    clock.advance(MAX_AGE_MS);
    const held = upstream.hold("getTransactions");
    const first = plan.transactions({ since: SINCE });
    await settle();
    for (let time = 0; time < 2; time++) {
      upstream.answer("getAccounts", { accounts: [], server_knowledge: 3 });
    }
    await plan.accounts();
    held.give({ ...BOUNDED, server_knowledge: 9 });
    assertEquals(idsOf(await first), [newer.id]);
    upstream.answer("getTransactions", { transactions: [], server_knowledge: 9 });
    assertEquals(idsOf(await plan.transactions({ since: SINCE })), []);
    assertEquals(sincesAsked(test), [SINCE_ASKED, SINCE_ASKED]);
    await copy.close();
  });
});
