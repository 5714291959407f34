import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { heavyPlan } from "../../demo/heavy.ts";
import { figuresOn } from "./_figures.ts";
import {
  badImportIds,
  brokenReferences,
  misdatedRows,
  misplacedCategories,
  oddAmounts,
  repeatedIds,
  unevenSplits,
  unpairedTransfers,
} from "./_plan_integrity.ts";

const TODAY = "2026-11-20";
const SIZE = 20_000;
const AWKWARD_DAYS = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-03-05", "2026-05-31"];

const plan = heavyPlan({ today: TODAY, transactions: SIZE });
const live = plan.transactions.filter(({ deleted }) => !deleted);

Deno.test("heavyPlan() gives the same plan for the same options", () => {
  const options = { today: TODAY, seed: 7, transactions: 2_000 };
  assertEquals(heavyPlan(options), heavyPlan(options));
});

Deno.test("heavyPlan() gives another plan for another seed", () => {
  const other = heavyPlan({ today: TODAY, seed: 2, transactions: 2_000 });
  assertNotEquals(other.id, plan.id);
});

Deno.test("heavyPlan() keeps the ids of what the plan is made of on every day", () => {
  const later = heavyPlan({ today: "2027-03-01", transactions: SIZE });
  assertEquals(later.id, plan.id);
  for (const kind of ["accounts", "groups", "categories", "payees"] as const) {
    assertEquals(later[kind].map(({ id }) => id), plan[kind].map(({ id }) => id), kind);
  }
});

Deno.test("heavyPlan() has exactly the rows that were asked for", () => {
  for (const transactions of [1_000, 1_001, 12_345, SIZE]) {
    assertEquals(heavyPlan({ today: TODAY, transactions }).transactions.length, transactions);
  }
});

Deno.test("heavyPlan() refuses a number of rows that it cannot invent", () => {
  for (const transactions of [0, 999, 250_001, NaN]) {
    assertThrows(() => heavyPlan({ today: TODAY, transactions }), RangeError, "Cannot invent");
  }
});

Deno.test("heavyPlan() reaches back further for more rows, 20 years at most", () => {
  const firstMonth = (transactions: number): string =>
    heavyPlan({ today: TODAY, transactions }).first_month;
  assertEquals([1_000, 10_000, 60_000].map(firstMonth), ["2025-12-01", "2022-12-01", "2006-12-01"]);
});

for (const today of [TODAY, ...AWKWARD_DAYS]) {
  Deno.test(`heavyPlan() holds together on ${today}`, () => {
    const records = heavyPlan({ today, transactions: 5_000 });
    assertEquals(brokenReferences(records), []);
    assertEquals(unpairedTransfers(records), []);
    assertEquals(unevenSplits(records), []);
    assertEquals(misdatedRows(records, today), []);
    assertEquals(repeatedIds(records), []);
    assertEquals(badImportIds(records), []);
    assertEquals(oddAmounts(records), []);
    assertEquals(misplacedCategories(records), []);
  });

  Deno.test(`heavyPlan() leaves a little to assign on ${today}`, () => {
    const figures = figuresOn(heavyPlan({ today, transactions: 5_000 }), today);
    const index = figures.months.findIndex(({ month }) => month === figures.currentMonth);
    assertEquals(figures.toBeBudgeted[index], 125_000);
    assert(figures.toBeBudgeted.slice(0, index).every((ready) => ready === 0));
  });
}

Deno.test("heavyPlan() holds together with many rows", () => {
  assertEquals(unpairedTransfers(plan), []);
  assertEquals(brokenReferences(plan), []);
  assertEquals(repeatedIds(plan), []);
});

Deno.test("heavyPlan() has over 900 payees with bank labels", () => {
  assert(plan.payees.length > 900);
  const labels = live.map((row) => row.import_payee_name_original ?? "");
  for (const part of ["SQ *", "AMZN", "SEPA-BASISLASTSCHRIFT", "CB ", "CARD PAYMENT TO"]) {
    assert(labels.some((label) => label.startsWith(part)), part);
  }
});

Deno.test("heavyPlan() has 60 to 150 categories in 10 to 20 groups, some hidden", () => {
  assert(plan.categories.length >= 60 && plan.categories.length <= 150);
  assert(plan.groups.length >= 10 && plan.groups.length <= 20);
  assert(plan.categories.filter(({ hidden }) => hidden).length > 10);
});

Deno.test("heavyPlan() has half of its accounts closed, with nothing left on them", () => {
  const closed = plan.accounts.filter((account) => account.closed);
  assertEquals(closed.length, plan.accounts.length / 2);
  for (const { id, name } of closed) {
    const rows = live.filter(({ account_id }) => account_id === id);
    assert(rows.length > 0);
    assertEquals(rows.reduce((sum, { amount }) => sum + amount, 0), 0, name);
  }
});

Deno.test("heavyPlan() has splits, refunds, flags, memos, tombstones and rows to look at", () => {
  assert(live.some(({ lines }) => lines.length > 1));
  assert(live.some((row) => row.amount > 0 && row.import_payee_name?.startsWith("AMZN")));
  assert(live.some(({ flag_name }) => flag_name === "Reimburse"));
  assert(live.some(({ flag_color }) => flag_color === ""));
  assert(live.some(({ memo }) => memo !== null));
  assert(plan.transactions.some(({ deleted }) => deleted));
  assert(live.some(({ approved, date }) => !approved && date < "2025-11-01"));
  assert(live.filter(({ approved }) => !approved).length > 20);
});

Deno.test("heavyPlan() has schedules in every frequency", () => {
  assertEquals(new Set(plan.scheduled.map(({ frequency }) => frequency)).size, 13);
  for (const { date_next } of plan.scheduled) assert(date_next > TODAY);
});
