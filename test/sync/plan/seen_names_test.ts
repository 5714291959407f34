import { assertEquals, assertRejects } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { SeenNames } from "../../../sync/plan/seen_names.ts";
import { aCategory, aGroup, anAccount, aTransaction } from "../../_builders.ts";
import { aCopy, DAY_MS, MAX_AGE_MS, settle, type TestCopy } from "../_copy.ts";

type Row = Partial<Transaction>;

function seenIn(...rows: readonly Row[]): SeenNames {
  const seen = new SeenNames();
  const usual = { account_id: "a", account_name: "Checking", subtransactions: [] };
  seen.note(rows.map((row, at) => ({
    key: String(at),
    record: { ...usual, ...row } as Transaction,
    isDeleted: row.deleted === true,
  })));
  return seen;
}

const dining = { category_id: "c", category_name: "Dining" };

Deno.test("differ() tells of a record that is not known, or by another name", () => {
  const seen = seenIn(dining);
  assertEquals(seen.differ("categories", () => "Dining"), false);
  assertEquals(seen.differ("categories", () => "Eating out"), true);
  assertEquals(seen.differ("categories", () => undefined), true);
  assertEquals(seen.differ("accounts", () => "Checking"), false);
});

Deno.test("differ() goes by the name that came last, by a split's live lines, and by no deleted row", () => {
  assertEquals(
    seenIn(dining, { ...dining, category_name: "Food" }).differ("categories", () => "Food"),
    false,
  );
  const line = { ...dining, deleted: false };
  const lines = [line, { ...dining, category_name: "Old", deleted: true }];
  const split = { category_id: "s", category_name: "Split", subtransactions: lines as never };
  assertEquals(seenIn(split).differ("categories", (id) => id === "c" ? "Dining" : null), false);
  assertEquals(seenIn({ ...dining, deleted: true }).differ("categories", () => undefined), false);
  assertEquals(seenIn({ category_id: null }).differ("categories", () => undefined), false);
});

Deno.test("forget() forgets what was seen of one kind", () => {
  const seen = seenIn(dining);
  seen.forget("categories");
  assertEquals(seen.differ("categories", () => undefined), false);
  assertEquals(seen.differ("accounts", () => undefined), true);
});

Deno.test("noteAll() sees in columns what note() sees in rows, but for deleted ones", () => {
  const line = { ...dining, category_id: "in a line", deleted: false };
  const rows: readonly Row[] = [
    dining,
    { category_id: "s", category_name: "Split", subtransactions: [line] as never },
    { ...dining, account_id: "other", account_name: "Savings" },
    { category_id: null },
    // A split whose lines are gone is none.
    { ...dining, category_id: "d", subtransactions: [{ ...line, deleted: true }] as never },
  ];
  const usual = { account_id: "a", account_name: "Checking", subtransactions: [] };
  const whole = new SeenNames();
  const transactions = rows.map((row, at) => aTransaction({ id: String(at), ...usual, ...row }));
  whole.noteAll([TransactionChunk.of(transactions), TransactionChunk.of([])]);
  const byRow = seenIn(...rows);
  const asked = (seen: SeenNames): readonly unknown[] => {
    const ids: string[] = [];
    const known = (id: string): string | undefined => {
      ids.push(id);
      return namesOf[id];
    };
    seen.differ("accounts", known);
    seen.differ("categories", known);
    return [ids.toSorted(), seen.differ("categories", () => "Food")];
  };
  const namesOf: Readonly<Record<string, string>> = {
    ...{ a: "Checking", other: "Savings" },
    ...{ c: "Dining", d: "Dining", "in a line": "Dining" },
  };
  assertEquals(asked(whole), [["a", "c", "d", "in a line", "other"], true]);
  assertEquals(asked(whole), asked(byRow));
});

const NAMES_ONLY = { areNamesEnough: true };

/** A copy that has read rows, and then an account and a category, each under its name. */
async function afterNames(maxAgeMs = MAX_AGE_MS): Promise<TestCopy> {
  const test = aCopy({ maxAgeMs });
  test.upstream.answer("getTransactions", { transactions: [], server_knowledge: 5 });
  await test.plan.transactions();
  accounts(test, "Checking");
  await test.plan.accounts({ isFreshOnly: true });
  categories(test, "Dining");
  await test.plan.categories({ isFreshOnly: true });
  return test;
}

function accounts({ upstream }: TestCopy, name: string, knowledge = 5): void {
  const all = [anAccount({ id: "a", name })];
  upstream.answer("getAccounts", { accounts: all, server_knowledge: knowledge });
}

function categories({ upstream }: TestCopy, name: string, knowledge = 5): void {
  const own = aCategory({ id: "c", name, category_group_id: "g" });
  const all = [aGroup({ id: "g", categories: [own] })];
  upstream.answer("getCategories", { category_groups: all, server_knowledge: knowledge });
}

/** Has a row come, which calls the account and the category by names. */
async function readRows(
  { upstream, plan }: TestCopy,
  account: string,
  category: string,
): Promise<void> {
  const row = aTransaction({
    ...{ account_id: "a", account_name: account },
    ...{ category_id: "c", category_name: category },
  });
  upstream.answer("getTransactions", { transactions: [row], server_knowledge: 6 });
  await plan.transactions({ isFreshOnly: true });
}

async function namesRead({ plan }: TestCopy): Promise<readonly unknown[]> {
  const [one, other] = [await plan.accounts(NAMES_ONLY), await plan.categories(NAMES_ONLY)];
  return [...one.live.map(({ name }) => name), ...other.live.map(({ name }) => name)];
}

/** How often accounts and categories were asked for. */
function asked({ upstream }: TestCopy): readonly number[] {
  return [upstream.asked("getAccounts").length, upstream.asked("getCategories").length];
}

Deno.test("names are taken as they were read last on this day, whatever else has moved", async () => {
  const test = await afterNames();
  test.clock.advance(MAX_AGE_MS * 10);
  await readRows(test, "Checking", "Dining");
  assertEquals([await namesRead(test), asked(test)], [["Checking", "Dining"], [1, 1]]);
  // Whoever wants more than names asks.
  test.clock.advance(MAX_AGE_MS);
  accounts(test, "Checking", 6);
  await test.plan.accounts({ areNamesEnough: false });
  assertEquals(asked(test), [2, 1]);
});

Deno.test("names are read again where a row calls one of them otherwise, and then hold once more", async () => {
  const test = await afterNames();
  test.clock.advance(MAX_AGE_MS);
  await readRows(test, "Joint", "Dining");
  accounts(test, "Joint", 6);
  assertEquals([await namesRead(test), asked(test)], [["Joint", "Dining"], [2, 1]]);
  test.clock.advance(MAX_AGE_MS);
  assertEquals([await namesRead(test), asked(test)], [["Joint", "Dining"], [2, 1]]);
  await readRows(test, "Joint", "Eating out");
  categories(test, "Eating out", 6);
  assertEquals([await namesRead(test), asked(test)], [["Joint", "Eating out"], [2, 2]]);
  test.clock.advance(MAX_AGE_MS);
  assertEquals([await namesRead(test), asked(test)], [["Joint", "Eating out"], [2, 2]]);
});

Deno.test("names wait for a read of rows that is under way, as it may show another one", async () => {
  const test = await afterNames();
  test.clock.advance(MAX_AGE_MS);
  const held = test.upstream.hold("getTransactions");
  const rows = test.plan.transactions();
  await settle();
  const reading = test.plan.accounts(NAMES_ONLY);
  await settle();
  const row = aTransaction({ account_id: "a", account_name: "Joint" });
  held.give({ transactions: [row], server_knowledge: 6 });
  await rows;
  accounts(test, "Joint", 6);
  assertEquals((await reading).live.map(({ name }) => name), ["Joint"]);
});

Deno.test("a read of rows that fails keeps no names back", async () => {
  const test = await afterNames();
  test.clock.advance(MAX_AGE_MS);
  test.upstream.fail("getTransactions", new Error("down"));
  await assertRejects(() => test.plan.transactions(), Error, "down");
  assertEquals([await namesRead(test), asked(test)], [["Checking", "Dining"], [1, 1]]);
});

Deno.test("names are asked for that were never read, on another day, after a change, and without a window", async () => {
  const never = aCopy();
  const nextDay = await afterNames();
  nextDay.clock.advance(DAY_MS);
  const changed = await afterNames();
  await changed.plan.takeWritten([]);
  const always = await afterNames(0);
  for (const [test, times] of [[never, 1], [nextDay, 2], [changed, 2], [always, 2]] as const) {
    accounts(test, "Joint", 7);
    categories(test, "Eating out", 7);
    assertEquals(await namesRead(test), ["Joint", "Eating out"]);
    assertEquals(asked(test), [times, times]);
  }
});

Deno.test("names hold that another process has read on this day", async () => {
  const one = await afterNames();
  await one.copy.written();
  one.clock.advance(MAX_AGE_MS * 10);
  const other = aCopy({ clock: one.clock, store: one.store });
  assertEquals([await namesRead(other), asked(other)], [["Checking", "Dining"], [0, 0]]);
});

Deno.test("names are read again where the list that is read anew each week calls one otherwise", async () => {
  const test = await afterNames();
  test.clock.advance(7 * DAY_MS);
  accounts(test, "Checking");
  categories(test, "Dining");
  await test.plan.accounts({ isFreshOnly: true });
  await test.plan.categories({ isFreshOnly: true });
  const before = asked(test);
  test.clock.advance(MAX_AGE_MS);
  await readRows(test, "Joint", "Dining");
  accounts(test, "Joint", 6);
  assertEquals(await namesRead(test), ["Joint", "Dining"]);
  assertEquals(asked(test), [(before[0] as number) + 1, before[1]]);
});

Deno.test("names are not read again for the first list of rows", async () => {
  const test = aCopy();
  accounts(test, "Checking");
  categories(test, "Dining");
  await test.plan.accounts({ isFreshOnly: true });
  await test.plan.categories({ isFreshOnly: true });
  test.clock.advance(MAX_AGE_MS);
  await readRows(test, "Joint", "Eating out");
  await namesRead(test);
  assertEquals(asked(test), [1, 1]);
});
