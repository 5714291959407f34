import { assertEquals, assertStrictEquals } from "@std/assert";
import type { CategoryGroupWithCategories } from "../../../client/wire/category.ts";
import type { Transaction } from "../../../client/wire/transaction.ts";
import {
  aCategory,
  aGroup,
  aMonth,
  aMonthSummary,
  anAccount,
  aPayee,
  aSchedule,
  aSplitLine,
  aTransaction,
} from "../../_builders.ts";
import { createMemoryStore } from "../../../sync/store/sqlite_backend.ts";
import {
  aClock,
  aCopy,
  intercepted,
  MAX_AGE_MS,
  PLAN_ID,
  settle,
  type TestCopy,
  type TestCopyOptions,
} from "../_copy.ts";
import { textsIn } from "../_sqlite_store.ts";
import { readsOf } from "../../../sync/plan/local_copy.ts";
import type { OpenRename } from "../../../sync/plan/payee_renames.ts";

const food = aCategory({ id: "food", name: "Food", category_group_id: "living" });
const rent = aCategory({ id: "rent", name: "Rent", category_group_id: "living" });
const pets = aCategory({ id: "pets", name: "Pets", category_group_id: "living" });
const living = aGroup({ id: "living", name: "Living", categories: [food, rent, pets] });
const march = aTransaction({ id: "t1", date: "2024-03-05" });

/** A cache that first read everything, and then read a month-list delta without March. */
async function withMarchTagged(): Promise<TestCopy> {
  const copied = aCopy();
  const { upstream, clock, plan } = copied;
  upstream.transactions(5, march);
  upstream.categories(5, living);
  upstream.months(5, aMonthSummary({ month: "2024-03-01" }));
  await plan.transactions();
  await plan.categories({ isFreshOnly: true });
  await plan.monthSummaries({ isFreshOnly: true });
  upstream.month(aMonth({ month: "2024-03-01", income: 1_000 }));
  await plan.month("2024-03-01");
  clock.advance(MAX_AGE_MS);
  // The plan changed, but the month list shows that March didn't change.
  upstream.months(6);
  await plan.monthSummaries();
  return copied;
}

Deno.test("month() re-reads a month if a delta contains one of its transactions, regardless of the month list", async () => {
  const { upstream, plan } = await withMarchTagged();
  upstream.transactions(6, { ...march, date: "2024-04-01" });
  await plan.transactions({ isFreshOnly: true });
  upstream.month(aMonth({ month: "2024-03-01", income: 2_000 }));
  assertEquals((await plan.month("2024-03-01")).income, 2_000);
  assertEquals(upstream.asked("getPlanMonth").length, 2);
});

Deno.test("month() re-reads the current month if a delta contains a category", async () => {
  const { upstream, plan } = await withMarchTagged();
  upstream.categories(6, { ...living, categories: [{ ...rent, balance: 5 }] });
  await plan.categories({ isFreshOnly: true });
  upstream.month(aMonth({ month: "2024-03-01", income: 2_000 }));
  assertEquals((await plan.month("2024-03-01")).income, 2_000);
});

for (const start of ["2024-03-10T12:00:00Z", "2024-03-10T11:59:00Z"]) {
  Deno.test(`month() keeps the category name that it reads from YNAB at ${start}, even if the store has a different name that was read at 2024-03-10T12:00:00Z`, async () => {
    const { upstream, store, plan } = aCopy();
    upstream.categories(5, living);
    await plan.categories();
    await plan.written();
    const other = aCopy({ store, clock: aClock(start) });
    other.upstream.month(aMonth({ month: "2024-03-01", categories: [{ ...rent, name: "Home" }] }));
    const { categories } = await other.plan.month("2024-03-01", { isFreshOnly: true });
    assertEquals(categories.map(({ name }) => name), ["Home"]);
  });
}

const films = aCategory({ id: "films", name: "Films", category_group_id: "fun" });
const fun = aGroup({ id: "fun", name: "Fun", categories: [films] });

/** Category deltas, each with the groups and categories expected after it is applied. */
const deltas: Readonly<
  Record<string, readonly [readonly CategoryGroupWithCategories[], Record<string, string[]>]>
> = {
  "a changed category": [
    [{ ...living, categories: [{ ...rent, name: "Mortgage" }] }],
    { Living: ["Food", "Mortgage", "Pets"], Fun: ["Films"] },
  ],
  "a renamed group": [
    [{ ...living, name: "Home", categories: [] }],
    { Home: ["Food", "Rent", "Pets"], Fun: ["Films"] },
  ],
  "a deleted group and a moved category": [
    [
      { ...living, deleted: true, categories: [{ ...rent, deleted: true }] },
      { ...fun, categories: [{ ...food, category_group_id: "fun" }] },
    ],
    { Fun: ["Food", "Films"] },
  ],
};
for (const [name, [delta, expected]] of Object.entries(deltas)) {
  Deno.test(`categories() applies a delta with ${name}, even after a restart`, async () => {
    const { upstream, clock, store, plan } = aCopy();
    upstream.categories(5, living, fun);
    await plan.categories();
    clock.advance(MAX_AGE_MS);
    upstream.categories(6, ...delta);
    await plan.categories();
    await plan.written();
    for (const copy of [plan, aCopy({ clock, store }).plan]) {
      const { groups, live } = await copy.categories();
      const names = groups.map((group) => [group.name, group.categories.map((one) => one.name)]);
      assertEquals(Object.fromEntries(names), expected);
      assertEquals(
        live.map(({ category_group_name: group }) => group),
        Object.entries(expected).flatMap(([group, all]) => all.map(() => group)),
      );
    }
  });
}

/** A cache with three transactions, two of them with the payee "Cafe" (one in a split line). */
async function afterCafe(options: TestCopyOptions = {}): Promise<TestCopy> {
  const test = aCopy(options);
  const cafe = { payee_id: "p", payee_name: "Cafe" };
  test.upstream.transactions(
    5,
    aTransaction({ id: "old", ...cafe }),
    aTransaction({ id: "split", subtransactions: [aSplitLine(cafe)] }),
    aTransaction({ id: "other", payee_id: "q", payee_name: "Shop" }),
  );
  await test.plan.transactions();
  return test;
}

const payees = (rows: readonly Transaction[]): readonly (string | null | undefined)[] =>
  rows.map(({ payee_name, subtransactions }) => payee_name ?? subtransactions[0]?.payee_name);

/**
 * A cache with a payee named "Bistro", and a store where another process's transactions still show
 * "Cafe".
 */
async function afterOthersCafe(): Promise<TestCopy> {
  const test = aCopy();
  const { upstream, clock, plan, store } = test;
  const names = [aPayee({ id: "p", name: "Bistro" }), aPayee({ id: "q", name: "Shop" })];
  upstream.payees(6, ...names);
  await plan.payees();
  // Another process reads transactions before the rename but stores them only after the rename.
  await (await afterCafe({ store, clock })).plan.written();
  clock.advance(MAX_AGE_MS);
  return test;
}

const wholeReads = ({ upstream }: TestCopy): number =>
  upstream.asked("getTransactions")
    .filter((args) => (args as { readonly knowledge?: number }).knowledge === undefined).length;

Deno.test("if another process stores transactions with an old payee name, transactions() returns the newer name from its own cache", async () => {
  const test = await afterOthersCafe();
  test.upstream.transactions(6);
  const { live } = await test.plan.transactions();
  assertEquals(new Set(payees(live)), new Set(["Bistro", "Shop"]));
  assertEquals(wholeReads(test), 0);
});

Deno.test("transactions() reloads once if another process stored transactions with unknown payee names", async () => {
  const test = await afterOthersCafe();
  const { upstream, clock, plan, store } = test;
  // `server_knowledge` has increased since the payees were read, so payees may have been renamed in
  // the meantime.
  upstream.transactions(7);
  const named = { payee_id: "p", payee_name: "Trattoria" };
  upstream.transactions(7, aTransaction({ id: "old", ...named }));
  assertEquals(payees((await plan.transactions()).live), ["Trattoria"]);
  assertEquals(wholeReads(test), 1);
  await plan.written();
  // Another process must load these transactions with their current payee names, which are newer
  // than the stored payees.
  clock.advance(MAX_AGE_MS);
  const other = aCopy({ store, clock });
  other.upstream.transactions(8, aTransaction({ id: "new", ...named }));
  assertEquals(payees((await other.plan.transactions()).live), ["Trattoria", "Trattoria"]);
  await other.plan.written();
  clock.advance(MAX_AGE_MS);
  upstream.transactions(8);
  assertEquals(payees((await plan.transactions()).live), ["Trattoria", "Trattoria"]);
  assertEquals([wholeReads(test), wholeReads(other)], [1, 0]);
});

Deno.test("transactions() doesn't reload if another process stored transactions with known payee names", async () => {
  const test = aCopy();
  const { upstream, clock, plan, store } = test;
  const names = [aPayee({ id: "p", name: "Cafe" }), aPayee({ id: "q", name: "Shop" })];
  upstream.payees(6, ...names);
  await plan.payees();
  await (await afterCafe({ store, clock })).plan.written();
  clock.advance(MAX_AGE_MS);
  upstream.transactions(7);
  assertEquals(new Set(payees((await plan.transactions()).live)), new Set(["Cafe", "Shop"]));
  assertEquals(wholeReads(test), 0);
});

Deno.test("transactions() reloads once after an unconfirmed rename, unless the rename is old", async () => {
  const HOURS_MS = 3_600_000;
  let open: readonly OpenRename[] = [];
  const test = await afterCafe({ openRenames: () => Promise.resolve(open) });
  const { upstream, clock, plan } = test;
  open = [{ operationId: "old", touchedAt: clock.now() - 3 * HOURS_MS }];
  clock.advance(MAX_AGE_MS);
  upstream.transactions(6);
  await plan.transactions();
  assertEquals(wholeReads(test), 1);
  open = [{ operationId: "new", touchedAt: clock.now() - HOURS_MS }];
  clock.advance(MAX_AGE_MS);
  upstream.transactions(7);
  upstream.transactions(7, aTransaction({ id: "old", payee_id: "p", payee_name: "Bistro" }));
  // The reload happens within the call that discovers the rename.
  assertEquals(payees((await plan.transactions()).live), ["Bistro"]);
  assertEquals(wholeReads(test), 2);
  clock.advance(MAX_AGE_MS);
  upstream.transactions(8);
  await plan.transactions();
  assertEquals(wholeReads(test), 2);
});

Deno.test("payees() applies the new names of renamed payees to transactions stored by another process", async () => {
  const one = await afterCafe();
  const { upstream, clock, store } = one;
  await one.copy.written();
  const bistro = aPayee({ id: "p", name: "Bistro" });
  upstream.payees(6, bistro);
  const other = aCopy({ upstream, clock, store });
  await other.plan.payees();
  await other.copy.written();
  await one.plan.payees();
  assertEquals(
    payees((await one.plan.knownTransactions())?.live ?? []),
    ["Bistro", "Shop", "Bistro"],
  );
});

Deno.test("takeWritten() applies a payee's new name even before any read", async () => {
  const { plan } = await afterCafe();
  const payee = aPayee({ id: "p", name: "Bistro" });
  await plan.takeWritten([{ payee, server_knowledge: 6 }]);
  assertEquals(
    payees((await plan.knownTransactions())?.live ?? []),
    ["Bistro", "Shop", "Bistro"],
  );
});

Deno.test("if a read during the write raised the server knowledge, takeWritten() doesn't expect another increase", async () => {
  const { upstream, clock, plan } = aCopy();
  const schedule = aSchedule({ id: "s" });
  upstream.schedules(5, schedule);
  await plan.scheduledTransactions();
  const knownAt = plan.knowledge;
  upstream.payees(6);
  await plan.payees({ isFreshOnly: true });
  await plan.takeWritten([{ scheduled_transaction: schedule }], { areNamesOpen: false, knownAt });
  clock.advance(MAX_AGE_MS);
  upstream.schedules(6, schedule);
  await plan.scheduledTransactions();
  assertEquals(upstream.asked("getScheduledTransactions").length, 2);
});

Deno.test("after takeWritten(), all ids in the write's response can be shortened, even before any read", async () => {
  const { plan } = await afterCafe();
  const [category, group, side] = ["1", "2", "3"].map((digit) =>
    `${digit.repeat(8)}-0000-4000-8000-000000000001`
  ) as [string, string, string];
  await plan.takeWritten([
    { category: { id: category }, server_knowledge: 6 },
    { category_group: { id: group }, server_knowledge: 7 },
    { transaction: aTransaction({ transfer_transaction_id: side }), server_knowledge: 8 },
  ]);
  assertEquals(
    [category, group, side].map((id) => plan.ids.shorten(id)),
    ["11111111", "22222222", "33333333"],
  );
});

Deno.test("data from moneyMovements() and settings() stays fresh for the freshness window but expires after a write", async () => {
  const { upstream, clock, copy, plan } = aCopy();
  const settings = { date_format: { format: "DD/MM/YYYY" }, currency_format: null };
  const move = { id: "m", month: "2024-03-01", amount: 5_000 };
  const script = (): void => {
    upstream.answer("getMoneyMovements", { money_movements: [move], server_knowledge: 5 });
    upstream.answer("getPlanSettingsById", { settings });
  };
  const reads = readsOf(copy, ["getMoneyMovements", "getPlanSettingsById"], {});
  const of = { planId: PLAN_ID };
  const read = (): Promise<unknown> =>
    Promise.all([reads.getMoneyMovements(of), reads.getPlanSettingsById(of)]);
  script();
  assertEquals(await read(), [[move], settings]);
  clock.advance(MAX_AGE_MS - 1);
  assertEquals(await read(), [[move], settings]);
  script();
  clock.advance(1);
  assertEquals(await read(), [[move], settings]);
  script();
  await plan.takeWritten([]);
  assertEquals(await read(), [[move], settings]);
  assertEquals([
    upstream.asked("getMoneyMovements").length,
    upstream.asked("getPlanSettingsById").length,
  ], [3, 3]);
});

Deno.test("moneyFormat infers the thousands separator from a large amount, even after a warm start", async () => {
  const { upstream, clock, store, plan } = aCopy();
  const accounts = [
    anAccount({ balance: 500, balance_formatted: "0,50 \u20ac" }),
    anAccount({ id: "large", balance: 1_234_500, balance_formatted: "1.234,50 \u20ac" }),
  ];
  upstream.accounts(5, ...accounts);
  await plan.accounts();
  await plan.written();
  const warm = aCopy({ clock, store });
  await warm.plan.accounts();
  const euro = { symbol: "\u20ac", isSymbolFirst: false, decimals: 2 };
  const whole = { ...euro, decimalMark: ",", groupMark: ".", gap: " " };
  assertEquals([plan.moneyFormat, warm.plan.moneyFormat], [whole, whole]);
});

Deno.test("moneyFormat infers the thousands separator from the response to our own write", async () => {
  const amount = { amount: -1_234_560, amount_formatted: "-$1,234.56" };
  for (
    const answer of [{ transaction: aTransaction(amount) }, {
      scheduled_transaction: aSchedule(amount),
    }]
  ) {
    const { plan } = aCopy();
    await plan.takeWritten([answer]);
    assertEquals(plan.moneyFormat.groupMark, ",");
  }
});

Deno.test("areTransactionsRecent() returns whether transactions were read or validated within the freshness window", async () => {
  const { upstream, clock, plan } = aCopy();
  const isRecent = (): boolean => plan.areTransactionsRecent();
  assertEquals(isRecent(), false);
  upstream.transactions(5, march);
  await plan.transactions();
  assertEquals(isRecent(), true);
  // After our own change, the cached transactions still count as recent.
  await plan.takeWritten([]);
  assertEquals(isRecent(), true);
  clock.advance(MAX_AGE_MS - 1);
  assertEquals(isRecent(), true);
  clock.advance(1);
  assertEquals(isRecent(), false);
  const accounts = (knowledge: number): void => upstream.accounts(knowledge);
  accounts(5);
  await plan.accounts();
  assertEquals(isRecent(), true);
  clock.advance(MAX_AGE_MS);
  accounts(6);
  await plan.accounts();
  assertEquals(isRecent(), false);
  // Transactions that must be reloaded no longer count as recent.
  upstream.transactions(6);
  await plan.transactions();
  assertEquals(isRecent(), true);
  await plan.takeWritten([], { areNamesOpen: true });
  assertEquals(isRecent(), false);
});

Deno.test("takeWritten() reloads transactions and schedules after a payee rename that got no response", async () => {
  const { upstream, plan } = await afterCafe();
  const gym = aSchedule({ id: "s", payee_id: "p", payee_name: "Cafe" });
  const schedules = (knowledge: number, name: string): void =>
    upstream.schedules(knowledge, { ...gym, payee_name: name });
  schedules(5, "Cafe");
  await plan.scheduledTransactions();
  await plan.takeWritten([], { areNamesOpen: true });
  upstream.transactions(6, aTransaction({ payee_id: "p", payee_name: "Bistro" }));
  schedules(6, "Bistro");
  assertEquals(payees((await plan.transactions()).live), ["Bistro"]);
  const { live } = await plan.scheduledTransactions();
  assertEquals(live.map(({ payee_name }) => payee_name), ["Bistro"]);
  const last = [upstream.asked("getTransactions"), upstream.asked("getScheduledTransactions")]
    .map((asked) => asked.at(-1));
  assertEquals(last, [{ planId: "plan-1", sinceDate: "1990-01-01" }, { planId: "plan-1" }]);
});

Deno.test("takeWritten() reloads transactions after an unconfirmed rename even if another process stored older data", async () => {
  const { clock, store, plan } = await afterCafe();
  await plan.written();
  const { plan: renaming, upstream } = aCopy({ store, clock });
  await renaming.takeWritten([], { areNamesOpen: true });
  upstream.transactions(6, aTransaction({ payee_id: "p", payee_name: "Bistro" }));
  assertEquals(payees((await renaming.transactions()).live), ["Bistro"]);
});

Deno.test("categories() treats ids found only in a month's data as deleted", async () => {
  const { upstream, clock, plan, store } = aCopy();
  upstream.categories(5, living);
  const before = await plan.categories();
  assertEquals([...before.deletedIds], []);
  const shown = [food, aCategory({ id: "old", category_group_id: "older" })];
  upstream.month(aMonth({ month: "2024-03-01", categories: shown }));
  await plan.month("2024-03-01");
  assertEquals([...(await plan.categories()).deletedIds].toSorted(), ["old", "older"]);
  assertStrictEquals(await plan.categories(), await plan.categories());
  await plan.written();
  const warm = aCopy({ clock, store });
  const after = await warm.plan.categories();
  assertEquals([...after.deletedIds].toSorted(), ["old", "older"]);
  assertEquals([after.live.length, warm.upstream.calls], [3, []]);
});

Deno.test("ids found only in a month's data stay reserved after a restart, even if categories were never read", async () => {
  const clock = aClock();
  const store = createMemoryStore(clock.now);
  for (const id of ["old", "new"]) {
    const { upstream, copy, plan } = aCopy({ clock, store });
    upstream.month(aMonth({ month: "2024-03-01", categories: [aCategory({ id })] }));
    await plan.month("2024-03-01", { isFreshOnly: true });
    await copy.written();
  }
  const { upstream, plan } = aCopy({ clock, store });
  upstream.categories(5, aGroup({ categories: [aCategory({ id: "new" })] }));
  const { live, deletedIds } = await plan.categories();
  assertEquals([live.length, deletedIds.has("old"), deletedIds.has("new")], [1, true, false]);
});

/**
 * Starts a new process, loads the categories, and returns the category ids that the process then
 * treats as reserved.
 */
async function reservedIn({ clock, store }: TestCopy): Promise<readonly string[]> {
  const { upstream, plan } = aCopy({ clock, store });
  upstream.categories(5, living);
  return [...(await plan.categories()).deletedIds].toSorted();
}

/** Reads a month that contains only a category with the given id. */
async function showInMonth({ upstream, plan }: TestCopy, id: string): Promise<void> {
  upstream.month(aMonth({ month: "2024-03-01", categories: [{ ...food, id }] }));
  await plan.month("2024-03-01", { isFreshOnly: true });
}

Deno.test("ids stay reserved if two processes find them in month data at the same time", async () => {
  const one = aCopy();
  const two = aCopy({ clock: one.clock, store: one.store });
  await Promise.all([one, two].map(({ plan }) => plan.knownCategories()));
  await showInMonth(one, "old");
  await showInMonth(two, "older");
  await Promise.all([one.copy.written(), two.copy.written()]);
  assertEquals(await reservedIn(one), ["old", "older"]);
});

Deno.test("ids found only in a month's data stay reserved even if another process reads categories", async () => {
  for (const isReadFirst of [true, false]) {
    const one = aCopy();
    const two = aCopy({ clock: one.clock, store: one.store });
    await one.plan.knownCategories();
    const held = two.upstream.hold("getCategories");
    const reading = two.plan.categories();
    await settle();
    const finish = async (): Promise<void> => {
      held.give({ category_groups: [living], server_knowledge: 5 });
      await reading;
      await two.copy.written();
    };
    if (isReadFirst) await finish();
    await showInMonth(one, "old");
    await one.copy.written();
    if (!isReadFirst) await finish();
    assertEquals(await reservedIn(one), ["old"], `${isReadFirst}`);
  }
});

Deno.test("a process that stores reserved ids also loads the categories that another process stored, so categories() sends no request", async () => {
  const one = aCopy();
  const two = aCopy({ clock: one.clock, store: one.store });
  await one.plan.knownCategories();
  two.upstream.categories(5, living);
  await two.plan.categories();
  await two.copy.written();
  await showInMonth(one, "old");
  assertEquals((await one.plan.categories()).live.length, 3);
  assertEquals(one.upstream.asked("getCategories"), []);
});

Deno.test("month() doesn't re-read a month whose last read already included a delta's changes", async () => {
  for (const [seen, times] of [[8, 1], [7, 2]] as const) {
    const { upstream, plan } = aCopy();
    upstream.transactions(5, march);
    await plan.transactions();
    upstream.accounts(seen);
    await plan.accounts({ isFreshOnly: true });
    const script = (): void => upstream.month(aMonth({ month: "2024-03-01" }));
    script();
    await plan.month("2024-03-01", { isFreshOnly: true });
    upstream.transactions(8, { ...march, amount: 1 });
    await plan.transactions({ isFreshOnly: true });
    script();
    await plan.month("2024-03-01");
    assertEquals(upstream.asked("getPlanMonth").length, times, `seen at ${seen}`);
  }
});

Deno.test("a full read of categories doesn't make month() re-read a month", async () => {
  const { upstream, plan } = aCopy();
  upstream.month(aMonth({ month: "2024-03-01" }));
  await plan.month("2024-03-01");
  upstream.categories(5, living);
  await plan.categories({ isFreshOnly: true });
  await plan.month("2024-03-01");
  assertEquals(upstream.asked("getPlanMonth").length, 1);
});

/**
 * Simulates a restore of the plan: YNAB's response to a read of accounts has server knowledge 3,
 * which is lower than in earlier responses.
 */
async function restore({ upstream, plan }: TestCopy): Promise<void> {
  upstream.accounts(3);
  await plan.accounts({ isFreshOnly: true });
}

/** A cache that read the plan's categories before the plan was restored to an earlier state. */
async function afterRestore(): Promise<TestCopy> {
  const test = aCopy();
  test.upstream.categories(10, living);
  await test.plan.categories();
  await test.copy.written();
  await restore(test);
  test.clock.advance(1_000);
  return test;
}

for (const isRestarted of [false, true]) {
  const when = isRestarted ? " after a restart" : "";
  Deno.test(`month() doesn't store categories that were read before a restore${when}`, async () => {
    const restored = await afterRestore();
    const { clock, store } = restored;
    const test = isRestarted ? aCopy({ clock, store }) : restored;
    await showInMonth(test, "old");
    await test.copy.written();
    const found = await store.loadCollection({ planId: PLAN_ID, name: "categories" }, null);
    assertEquals(textsIn(found)?.find(([part]) => part === "all"), ["all", "[]"]);
    assertEquals(await test.plan.knownCategories(), []);
    assertEquals(await aCopy({ clock, store }).plan.knownCategories(), []);
  });
}

Deno.test("after a restore, month() doesn't apply older names to a month that another process stored", async () => {
  const { clock, store, plan } = await afterRestore();
  const other = aCopy({ clock, store });
  const categories = [{ ...food, name: "Groceries" }, { ...food, id: "old" }];
  other.upstream.month(aMonth({ month: "2024-03-01", categories }));
  await other.plan.month("2024-03-01");
  await other.copy.written();
  for (let read = 0; read < 2; read++) {
    assertEquals((await plan.month("2024-03-01")).categories[0]?.name, "Groceries");
  }
});

Deno.test("payees() returns restored data to all waiting callers when another read detects a restore", async () => {
  const clock = aClock();
  const loaded = Promise.withResolvers<void>();
  const store = intercepted(createMemoryStore(clock.now), {
    loadCollection: ({ name }) => name === "transactions" ? loaded.promise : null,
  });
  const test = aCopy({ store, clock });
  const { upstream, plan } = test;
  upstream.payees(6, aPayee());
  // Payee names must be applied to all records, so this read waits for the slow store.
  const first = plan.payees();
  await settle();
  await restore(test);
  const held = upstream.hold("getPayees");
  const second = plan.payees();
  await settle();
  loaded.resolve();
  await settle();
  const restored = aPayee();
  held.give({ payees: [restored], server_knowledge: 3 });
  assertEquals([(await first).live, (await second).live], [[restored], [restored]]);
});

Deno.test("deltas are requested one at a time until one shows that the plan has changed", async () => {
  const { upstream, clock, plan } = aCopy();
  upstream.transactions(5, march);
  upstream.accounts(5);
  upstream.payees(5);
  const readAll = (): Promise<unknown> =>
    Promise.all([plan.transactions(), plan.accounts(), plan.payees()]);
  await readAll();
  clock.advance(MAX_AGE_MS);
  const first = upstream.hold("getTransactions");
  const accounts = upstream.hold("getAccounts");
  const payees = upstream.hold("getPayees");
  const reading = readAll();
  await settle();
  assertEquals(upstream.calls.length, 4);
  first.give({ transactions: [], server_knowledge: 6 });
  await settle();
  assertEquals(upstream.calls.length, 6);
  payees.give({ payees: [], server_knowledge: 6 });
  accounts.give({ accounts: [], server_knowledge: 6 });
  await reading;
});
